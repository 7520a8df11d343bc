// Scrutineer beside AWSIM, or any scene of Unity: every physics step becomes a frame (docs/embedding_awsim.md).
// Untried: there was no Unity where this was written.
using System.Collections.Generic;
using System.IO;
using Scrutineer;
using UnityEngine;

public sealed class AwsimSession : MonoBehaviour
{
    public string mapFile = "";                 // OpenDRIVE; empty: none
    public GameObject ego;
    public string vehicleTag = "Vehicle";       // of the others
    public Vector3 mapOffset = Vector3.zero;    // added to positions, in the map's axes: MGRS offset
    public int everyNthStep = 2;
    public string resultFile = "result.json";

    private Session session;
    private int steps;

    private void Start()
    {
        string map = mapFile.Length > 0 ? "\"map\": \"" + mapFile.Replace("\\", "/") + "\", " : "";
        session = new Session("{" + map + "\"ego\": \"ego\", \"info\": {\"sim\": {\"simulator_name\": \"AWSIM\"}}}");
    }

    private void FixedUpdate()
    {
        if (session == null || steps++ % everyNthStep != 0) return;
        var frame = new List<Actor> { ActorOf(ego, "ego") };
        foreach (GameObject other in GameObject.FindGameObjectsWithTag(vehicleTag))
            if (other != ego) frame.Add(ActorOf(other, other.GetInstanceID().ToString()));
        try
        {
            foreach (var happened in session.Step(Time.fixedTimeAsDouble, frame))
                if (happened.Kind == EventKind.Issue) Debug.LogWarning(happened.Actor + ": " + happened.Message);
        }
        catch (ScrutineerException refused)
        {
            Debug.LogError(refused.Message); // this frame is not evaluated; the next may be
        }
    }

    // Unity: x right, y up, z ahead, clockwise. Scrutineer: x ahead, y left, z up, counter-clockwise.
    private Actor ActorOf(GameObject vehicle, string id)
    {
        Actor actor = Actor.Create(id);
        Bounds box = OwnBox(vehicle);
        Vector3 lowest = vehicle.transform.TransformPoint(box.center - new Vector3(0, box.extents.y, 0));
        actor.X = lowest.z + mapOffset.x;
        actor.Y = -lowest.x + mapOffset.y;
        actor.Z = lowest.y + mapOffset.z;
        Vector3 angles = vehicle.transform.eulerAngles;
        actor.Yaw = -Radians(angles.y);
        actor.Pitch = Radians(angles.x);
        actor.Roll = -Radians(angles.z);
        actor.Length = box.size.z;
        actor.Width = box.size.x;
        actor.Height = box.size.y;
        var body = vehicle.GetComponent<Rigidbody>();
        if (body != null)
        {
            actor.Vx = body.velocity.z;
            actor.Vy = -body.velocity.x;
            actor.Vz = body.velocity.y;
            actor.YawRate = -body.angularVelocity.y;
        }
        return actor;
    }

    private static double Radians(float degrees) { return Mathf.DeltaAngle(0, degrees) * Mathf.Deg2Rad; }

    // In the vehicle's own frame: renderers' bounds are along the world's axes, and too large when it is turned.
    private static Bounds OwnBox(GameObject vehicle)
    {
        var box = new Bounds();
        bool isFirst = true;
        foreach (MeshFilter part in vehicle.GetComponentsInChildren<MeshFilter>())
        {
            Bounds bounds = part.sharedMesh.bounds;
            for (int corner = 0; corner < 8; ++corner)
            {
                var sign = new Vector3((corner & 1) * 2 - 1, (corner & 2) - 1, (corner & 4) / 2 - 1);
                Vector3 world = part.transform.TransformPoint(bounds.center + Vector3.Scale(bounds.extents, sign));
                Vector3 own = vehicle.transform.InverseTransformPoint(world);
                if (isFirst) box = new Bounds(own, Vector3.zero);
                else box.Encapsulate(own);
                isFirst = false;
            }
        }
        return box;
    }

    private void OnDestroy()
    {
        if (session == null) return;
        File.WriteAllText(resultFile, session.Finish());
        session.Dispose();
        session = null;
    }
}
