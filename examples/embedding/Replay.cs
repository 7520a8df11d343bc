// Pushes a run into a session frame by frame, as a simulator would, and prints what happens and the result.
//
//   mcs -out:Replay.exe Replay.cs Scrutineer.cs && mono Replay.exe '{"map": "examples/maps/town.xodr"}' run.csv
//
// The "simulator" here is a file of Scrutineer CSV. Events go to standard error, the result to standard output.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using Scrutineer;

static class Replay
{
    static double Number(string cell) { return double.Parse(cell, CultureInfo.InvariantCulture); }

    static void Set(ref Actor actor, string column, string cell)
    {
        if (cell.Length == 0) return; // not reported
        switch (column)
        {
            case "type": actor.Type = (ActorType)Enum.Parse(typeof(ActorType), cell.Replace("_", ""), true); break;
            case "parent": actor.Parent = cell; break;
            case "role": actor.Role = Role.Ego; break;
            case "indicator": actor.Indicator = (Indicator)Enum.Parse(typeof(Indicator), cell, true); break;
            case "x": actor.X = Number(cell); break;
            case "y": actor.Y = Number(cell); break;
            case "z": actor.Z = Number(cell); break;
            case "yaw": actor.Yaw = Number(cell); break;
            case "vx": actor.Vx = Number(cell); break;
            case "vy": actor.Vy = Number(cell); break;
            case "vz": actor.Vz = Number(cell); break;
            case "length": actor.Length = Number(cell); break;
            case "width": actor.Width = Number(cell); break;
            case "height": actor.Height = Number(cell); break;
        }
    }

    static void Push(Session session, double time, List<Actor> frame)
    {
        foreach (Event e in session.Step(time, frame))
            if (e.Kind == EventKind.Issue) Console.Error.WriteLine("{0:F2} s: {1}: {2}", e.Time, e.Actor, e.Message);
        frame.Clear();
    }

    static int Main(string[] words)
    {
        if (words.Length != 2)
        {
            Console.Error.WriteLine("usage: Replay MANIFEST_JSON RUN.csv");
            return 2;
        }
        try
        {
            using (var session = new Session(words[0]))
            {
                string[] lines = File.ReadAllLines(words[1]);
                string[] columns = lines[0].Split(',');
                var frame = new List<Actor>();
                double now = 0;
                for (int row = 1; row < lines.Length; ++row)
                {
                    string[] cells = lines[row].Split(',');
                    double time = Number(cells[0]);
                    if (frame.Count > 0 && time != now) Push(session, now, frame);
                    now = time;
                    Actor actor = Actor.Create(cells[Array.IndexOf(columns, "id")]);
                    for (int i = 1; i < columns.Length; ++i) Set(ref actor, columns[i], cells[i]);
                    frame.Add(actor);
                }
                if (frame.Count > 0) Push(session, now, frame);
                Console.Out.Write(session.Finish());
            }
            return 0;
        }
        catch (ScrutineerException problem)
        {
            Console.Error.WriteLine(problem.Message);
            return 2;
        }
    }
}
