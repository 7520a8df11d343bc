// Scrutineer for .NET and Unity: maps, sessions and the Teleporter over libscrutineer.so, in one file.
//
//   using var session = new Scrutineer.Session("{\"map\": \"town.xodr\", \"ego\": \"hero\"}");
//   var hero = Scrutineer.Actor.Create("hero");
//   hero.X = x; hero.Y = y; hero.Yaw = yaw;                    // metres and radians, counter-clockwise from +x
//   foreach (var e in session.Step(seconds, new[] { hero })) Console.WriteLine(e.Message);
//   string json = session.Finish();                            // the result (docs/results.md)
//
// NaN is "not reported". What went wrong is a ScrutineerException with file and line. A Session or a Teleporter is for one
// thread at a time; a Map never changes and may be used by many. scrutineer.h explains every member.
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Text;

namespace Scrutineer
{
    public enum ActorType
    {
        Car, Truck, Bus, Van, Trailer, Semitrailer, Motorcycle, Bicycle, Train, Tram, Wheelchair, Scooter, WorkMachine,
        OtherVehicle, Person, Animal, Object, Bridge, OverheadStructure, SpeedBump, Vegetation, Curbstone
    }
    public enum Role { None, Ego }
    public enum Driver { NotReported, Sut, Ftx, Hybrid, External }
    public enum AvState { NotReported, Active, Inactive }
    public enum Indicator { NotReported, Off, Left, Right, Hazard }
    public enum BrakeLight { NotReported, Off, On }
    public enum LightColour { Unknown, Off, Green, Yellow, Red, RedYellow }
    public enum LightMode { Regular, FlashingRed, FlashingYellow, Off, Malfunctioning, Unknown }
    public enum EventKind { IntervalStart = 1, IntervalEnd = 2, Issue = 3, Message = 4 }
    public enum Severity { Info = 1, Warning = 2, ErrorContinue = 3, Error = 4 }
    public enum Category { Sut, Other, Tool }
    public enum CommandKind { Remove = 1, Clear, Wait, Place, Done, Arrived, Warning }

    /// <summary>What went wrong, with file and line where it is about one.</summary>
    public sealed class ScrutineerException : Exception
    {
        public int Code { get; }
        public string File { get; }
        public long Line { get; }
        internal ScrutineerException(string message, string file, long line, int code)
            : base((file.Length > 0 ? file + (line > 0 ? ":" + line : "") + ": " : "") + message)
        {
            Code = code; File = file; Line = line;
        }
    }

    /// <summary>An actor in one frame. Make it with Create, which sets everything to "not reported".</summary>
    public struct Actor
    {
        public string Id, Parent;
        public ActorType Type;
        public Role Role;
        public Driver Driver;
        public AvState AvState;
        public Indicator Indicator;
        public BrakeLight BrakeLight;
        public double X, Y, Z, Yaw, Pitch, Roll, Vx, Vy, Vz, Ax, Ay, Az, YawRate, Length, Width, Height;

        public static Actor Create(string id)
        {
            double none = double.NaN;
            return new Actor
            {
                Id = id, X = none, Y = none, Z = none, Yaw = none, Pitch = none, Roll = none, Vx = none, Vy = none, Vz = none,
                Ax = none, Ay = none, Az = none, YawRate = none, Length = none, Width = none, Height = none
            };
        }
    }

    /// <summary>What a signal of the map shows from now on.</summary>
    public struct Light
    {
        public string Road, Signal;
        public LightColour Colour;
        public LightMode Mode;
    }

    /// <summary>Something that happened in a frame. Times are seconds from the first frame.</summary>
    public sealed class Event
    {
        public EventKind Kind;
        public double Time, Start, End;
        public string Check, Actor, OtherActor, IssueKind, Message, EndedBy;
        public Severity Severity;
        public Category Category;
    }

    /// <summary>What the simulator is to do before the next frame, or what it should know (scr_command).</summary>
    public sealed class Command
    {
        public CommandKind Kind;
        public string Actor, Text, SpawnLane;
        public double X, Y, Z, Heading, Radius, Seconds, TargetTime, EstimatedTime;
        public double[] Way; // x and y of the lanes' centres to drive along
    }

    /// <summary>A place on a lane (scr_position).</summary>
    public sealed class Position
    {
        public string Road;
        public int Lane, RoadIndex, LaneIndex, LaneCount;
        public bool IsAlongS;
        public double S, T, Offset, Width, Heading, Height;
    }

    /// <summary>A road map, shared by any number of sessions.</summary>
    public sealed class Map : IDisposable
    {
        private IntPtr handle;

        // A session without a map judges less: a map that is gone must not become none.
        internal IntPtr Handle
        {
            get
            {
                if (handle == IntPtr.Zero) throw new ObjectDisposedException("Map");
                return handle;
            }
        }

        public Map(string file)
        {
            handle = Native.scr_map_open(Native.Text(file), out IntPtr error);
            Native.Check(error);
        }

        /// <summary>The nearest lane that contains each point (x, y, z; a z of NaN is any level); null: on no lane.</summary>
        public Position[] Locate(double[] xyz)
        {
            if (xyz.Length % 3 != 0) throw new ArgumentException("points are x, y, z each", nameof(xyz));
            var found = new Native.PositionStruct[xyz.Length / 3];
            if (found.Length > 0) found[0].Size = (uint)Marshal.SizeOf(typeof(Native.PositionStruct));
            Native.scr_map_locate(Handle, found.Length, xyz, found, out IntPtr error);
            Native.Check(error);
            GC.KeepAlive(this); // so that it is not finalized within the call
            var places = new Position[found.Length];
            for (int i = 0; i < found.Length; ++i)
            {
                Native.PositionStruct at = found[i];
                if (at.Road == IntPtr.Zero) continue;
                places[i] = new Position
                {
                    Road = Native.Read(at.Road), Lane = at.Lane, RoadIndex = at.RoadIndex, LaneIndex = at.LaneIndex,
                    LaneCount = at.LaneCount, IsAlongS = at.IsAlongS != 0, S = at.S, T = at.T, Offset = at.Offset,
                    Width = at.Width, Heading = at.Heading, Height = at.Height
                };
            }
            return places;
        }

        public void Dispose()
        {
            Native.scr_map_close(handle);
            handle = IntPtr.Zero;
            GC.SuppressFinalize(this);
        }
        ~Map() { Native.scr_map_close(handle); }
    }

    /// <summary>A run that is evaluated while it is driven.</summary>
    public sealed class Session : IDisposable
    {
        private IntPtr handle;
        private readonly ActorArray actors = new ActorArray();

        /// <param name="manifest">JSON as in run.json: map, ego, config, settings ...</param>
        /// <param name="folder">from which the manifest's paths count; null: the current one</param>
        /// <param name="map">one that is open already, instead of the manifest's</param>
        /// <param name="outFolder">for the result's files; null: none</param>
        public Session(string manifest, string folder = null, Map map = null, string outFolder = null)
        {
            using (var texts = new Native.Texts())
            {
                var options = new Native.RunOptions
                {
                    Size = (uint)Marshal.SizeOf(typeof(Native.RunOptions)), Folder = texts.Add(folder),
                    Out = texts.Add(outFolder), Map = map == null ? IntPtr.Zero : map.Handle
                };
                handle = Native.scr_session_open(Native.Text(manifest), ref options, out IntPtr error);
                Native.Check(error);
                GC.KeepAlive(map);
            }
        }

        /// <summary>Evaluates the frame at this time; what happened in it. A frame that is refused is as if it had never been.</summary>
        public List<Event> Step(double seconds, IReadOnlyList<Actor> frame, IReadOnlyList<Light> lights = null)
        {
            return StepNanoseconds(checked((long)Math.Round(seconds * 1e9)), frame, lights);
        }

        public List<Event> StepNanoseconds(long time, IReadOnlyList<Actor> frame, IReadOnlyList<Light> lights = null)
        {
            Open();
            actors.Fill(frame);
            using (var texts = new Native.Texts())
            {
                var signals = new Native.LightStruct[lights == null ? 0 : lights.Count];
                for (int i = 0; i < signals.Length; ++i)
                    signals[i] = new Native.LightStruct
                    {
                        Size = (uint)Marshal.SizeOf(typeof(Native.LightStruct)), Colour = (int)lights[i].Colour,
                        Mode = (int)lights[i].Mode, Road = texts.Add(lights[i].Road), Signal = texts.Add(lights[i].Signal)
                    };
                Native.scr_session_step(handle, time, actors.Structs, frame.Count, signals, signals.Length, out IntPtr error);
                Native.Check(error);
            }
            return Events();
        }

        private List<Event> Events()
        {
            Native.scr_session_events(handle, out IntPtr first, out long count, out IntPtr error);
            Native.Check(error);
            var events = new List<Event>();
            int size = Marshal.SizeOf(typeof(Native.EventStruct));
            for (long i = 0; i < count; ++i)
            {
                var e = (Native.EventStruct)Marshal.PtrToStructure(new IntPtr(first.ToInt64() + i * size), typeof(Native.EventStruct));
                events.Add(new Event
                {
                    Kind = (EventKind)e.Kind, Severity = (Severity)e.Severity, Category = (Category)e.Category,
                    Time = e.Time / 1e9, Start = e.Start / 1e9, End = e.End / 1e9, Check = Native.Read(e.Check),
                    Actor = Native.Read(e.Actor), OtherActor = Native.Read(e.OtherActor), IssueKind = Native.Read(e.IssueKind),
                    Message = Native.Read(e.Message), EndedBy = Native.Read(e.EndedBy)
                });
            }
            GC.KeepAlive(this); // what the events point at
            return events;
        }

        /// <summary>In the next frame the actor (null: the ego) is somewhere else on purpose.</summary>
        public void Relocate(string actor = null, bool isOnItsWay = false)
        {
            Open();
            Native.scr_session_relocate(handle, Native.Text(actor), isOnItsWay ? 1 : 0, out IntPtr error);
            Native.Check(error);
            GC.KeepAlive(this);
        }

        public bool IsOver { get { return handle == IntPtr.Zero || Native.scr_session_is_over(handle) != 0; } }

        /// <summary>Ends the run; its result as JSON. If its files cannot be written that is thrown, and another call gives
        /// the result.</summary>
        public string Finish()
        {
            Open();
            IntPtr text = Native.scr_session_finish(handle, out IntPtr error);
            Native.Check(error);
            GC.KeepAlive(this);
            return Native.Take(text);
        }

        private void Open()
        {
            if (handle == IntPtr.Zero) throw new ObjectDisposedException("Session");
        }
        public void Dispose()
        {
            Native.scr_session_close(handle);
            handle = IntPtr.Zero;
            GC.SuppressFinalize(this);
        }
        ~Session() { Native.scr_session_close(handle); }
    }

    /// <summary>Decides where the ego goes whenever it drives into the trigger box; the simulator carries out.</summary>
    public sealed class Teleporter : IDisposable
    {
        private IntPtr handle;
        private readonly ActorArray others = new ActorArray();

        /// <param name="seed">wins over the file's, unless it is negative</param>
        public Teleporter(Map map, string config, long seed = -1)
        {
            handle = Native.scr_teleporter_open(map.Handle, Native.Text(config), seed, out IntPtr error);
            Native.Check(error);
            GC.KeepAlive(map);
        }

        /// <param name="ego">x, y, z of its centre (z may be NaN); null: there is no ego</param>
        /// <param name="vehicles">all others, so that Remove names them; null: Clear gives an area</param>
        public List<Command> Step(double seconds, double[] ego, IReadOnlyList<Actor> vehicles = null)
        {
            if (ego != null && ego.Length != 3) throw new ArgumentException("the ego's centre is x, y, z", nameof(ego));
            if (vehicles != null) others.Fill(vehicles);
            Native.scr_teleporter_step(handle, checked((long)Math.Round(seconds * 1e9)), ego,
                vehicles == null ? null : others.Structs, vehicles == null ? 0 : vehicles.Count, out IntPtr error);
            Native.Check(error);
            Native.scr_teleporter_commands(handle, out IntPtr first, out long count, out error);
            Native.Check(error);
            var commands = new List<Command>();
            int size = Marshal.SizeOf(typeof(Native.CommandStruct));
            for (long i = 0; i < count; ++i)
            {
                var c = (Native.CommandStruct)Marshal.PtrToStructure(new IntPtr(first.ToInt64() + i * size), typeof(Native.CommandStruct));
                var way = new double[2 * c.WayCount];
                if (way.Length > 0) Marshal.Copy(c.Way, way, 0, way.Length);
                commands.Add(new Command
                {
                    Kind = (CommandKind)c.Kind, Actor = Native.Read(c.Actor), Text = Native.Read(c.Text), X = c.X, Y = c.Y,
                    Z = c.Z, Heading = c.Heading, Radius = c.Radius, Seconds = c.Seconds, Way = way,
                    SpawnLane = Native.Read(c.SpawnLane), TargetTime = c.TargetTime, EstimatedTime = c.EstimatedTime
                });
            }
            GC.KeepAlive(this);
            return commands;
        }

        /// <summary>All teleports so far as CSV.</summary>
        public string Log()
        {
            IntPtr text = Native.scr_teleporter_log(handle, out IntPtr error);
            Native.Check(error);
            GC.KeepAlive(this);
            return Native.Take(text);
        }
        /// <summary>Target, estimated and achieved arrival times as CSV.</summary>
        public string Arrivals()
        {
            IntPtr text = Native.scr_teleporter_arrivals(handle, out IntPtr error);
            Native.Check(error);
            GC.KeepAlive(this);
            return Native.Take(text);
        }

        public void Dispose()
        {
            Native.scr_teleporter_close(handle);
            handle = IntPtr.Zero;
            GC.SuppressFinalize(this);
        }
        ~Teleporter() { Native.scr_teleporter_close(handle); }
    }

    public static class Library
    {
        public static string Version { get { return Native.Read(Native.scr_version()); } }

        /// <summary>Evaluates a recorded run; its result as JSON.</summary>
        public static string Check(string manifest, string folder = null)
        {
            using (var texts = new Native.Texts())
            {
                var options = new Native.RunOptions { Size = (uint)Marshal.SizeOf(typeof(Native.RunOptions)), Folder = texts.Add(folder) };
                IntPtr text = Native.scr_check(Native.Text(manifest), ref options, out IntPtr error);
                Native.Check(error);
                return Native.Take(text);
            }
        }
    }

    // Frames as C takes them. Ids are kept: they are the same in every frame.
    internal sealed class ActorArray
    {
        internal Native.ActorStruct[] Structs = new Native.ActorStruct[64];
        private readonly Dictionary<string, GCHandle> ids = new Dictionary<string, GCHandle>();

        ~ActorArray()
        {
            foreach (GCHandle id in ids.Values) id.Free();
        }

        private IntPtr Address(string text)
        {
            if (text == null) return IntPtr.Zero;
            if (!ids.TryGetValue(text, out GCHandle known))
                ids[text] = known = GCHandle.Alloc(Native.Text(text), GCHandleType.Pinned);
            return known.AddrOfPinnedObject();
        }

        internal void Fill(IReadOnlyList<Actor> frame)
        {
            if (frame.Count > Structs.Length) Structs = new Native.ActorStruct[Math.Max(frame.Count, 2 * Structs.Length)];
            for (int i = 0; i < frame.Count; ++i)
            {
                Actor a = frame[i];
                Structs[i] = new Native.ActorStruct
                {
                    Size = (uint)Marshal.SizeOf(typeof(Native.ActorStruct)), Type = (int)a.Type, Id = Address(a.Id),
                    Parent = Address(a.Parent), Role = (int)a.Role, Driver = (int)a.Driver, AvState = (int)a.AvState,
                    Indicator = (int)a.Indicator, BrakeLight = (int)a.BrakeLight, X = a.X, Y = a.Y, Z = a.Z, Yaw = a.Yaw,
                    Pitch = a.Pitch, Roll = a.Roll, Vx = a.Vx, Vy = a.Vy, Vz = a.Vz, Ax = a.Ax, Ay = a.Ay, Az = a.Az,
                    YawRate = a.YawRate, Length = a.Length, Width = a.Width, Height = a.Height
                };
            }
        }
    }

    internal static class Native
    {
        private const string Name = "libscrutineer.so.1";

        [StructLayout(LayoutKind.Sequential)]
        internal struct PositionStruct
        {
            public uint Size; public int Lane; public IntPtr Road; public int RoadIndex, LaneIndex, LaneCount, IsAlongS;
            public double S, T, Offset, Width, Heading, Height;
        }
        [StructLayout(LayoutKind.Sequential)]
        internal struct RunOptions { public uint Size, Reserved; public IntPtr Folder, Out, Map; }
        [StructLayout(LayoutKind.Sequential)]
        internal struct ActorStruct
        {
            public uint Size; public int Type; public IntPtr Id, Parent;
            public int Role, Driver, AvState, Indicator, BrakeLight, Reserved;
            public double X, Y, Z, Yaw, Pitch, Roll, Vx, Vy, Vz, Ax, Ay, Az, YawRate, Length, Width, Height;
        }
        [StructLayout(LayoutKind.Sequential)]
        internal struct LightStruct { public uint Size; public int Colour, Mode, Reserved; public IntPtr Road, Signal; }
        [StructLayout(LayoutKind.Sequential)]
        internal struct EventStruct
        {
            public uint Size; public int Kind, Severity, Category; public long Time, Start, End;
            public IntPtr Check, Actor, OtherActor, IssueKind, Message, EndedBy;
        }
        [StructLayout(LayoutKind.Sequential)]
        internal struct CommandStruct
        {
            public uint Size; public int Kind; public IntPtr Actor, Text;
            public double X, Y, Z, Heading, Vx, Vy, Vz, YawRate, Radius, Seconds; public IntPtr Way; public long WayCount;
            public IntPtr SpawnLane; public double TargetTime, EstimatedTime;
        }

        // Texts that a struct points at, until it is disposed of.
        internal sealed class Texts : IDisposable
        {
            private readonly List<GCHandle> held = new List<GCHandle>();
            internal IntPtr Add(string text)
            {
                if (text == null) return IntPtr.Zero;
                held.Add(GCHandle.Alloc(Text(text), GCHandleType.Pinned));
                return held[held.Count - 1].AddrOfPinnedObject();
            }
            public void Dispose() { foreach (GCHandle text in held) text.Free(); }
        }

        internal static byte[] Text(string text) { return text == null ? null : Encoding.UTF8.GetBytes(text + "\0"); }

        internal static string Read(IntPtr text)
        {
            if (text == IntPtr.Zero) return null;
            int length = 0;
            while (Marshal.ReadByte(text, length) != 0) ++length;
            var bytes = new byte[length];
            Marshal.Copy(text, bytes, 0, length);
            return Encoding.UTF8.GetString(bytes);
        }

        // A text that is ours.
        internal static string Take(IntPtr text)
        {
            string copy = Read(text);
            scr_free(text);
            return copy;
        }

        internal static void Check(IntPtr error)
        {
            if (error == IntPtr.Zero) return;
            var exception = new ScrutineerException(Read(scr_error_message(error)), Read(scr_error_file(error)),
                scr_error_line(error), scr_error_code(error));
            scr_error_free(error);
            throw exception;
        }

        [DllImport(Name)] internal static extern IntPtr scr_version();
        [DllImport(Name)] internal static extern int scr_error_code(IntPtr error);
        [DllImport(Name)] internal static extern IntPtr scr_error_message(IntPtr error);
        [DllImport(Name)] internal static extern IntPtr scr_error_file(IntPtr error);
        [DllImport(Name)] internal static extern long scr_error_line(IntPtr error);
        [DllImport(Name)] internal static extern void scr_error_free(IntPtr error);
        [DllImport(Name)] internal static extern void scr_free(IntPtr text);
        [DllImport(Name)] internal static extern IntPtr scr_map_open(byte[] file, out IntPtr error);
        [DllImport(Name)] internal static extern void scr_map_close(IntPtr map);
        [DllImport(Name)] internal static extern int scr_map_locate(IntPtr map, long n, double[] xyz, [In, Out] PositionStruct[] found, out IntPtr error);
        [DllImport(Name)] internal static extern IntPtr scr_check(byte[] manifest, ref RunOptions options, out IntPtr error);
        [DllImport(Name)] internal static extern IntPtr scr_session_open(byte[] manifest, ref RunOptions options, out IntPtr error);
        [DllImport(Name)] internal static extern int scr_session_step(IntPtr session, long time, ActorStruct[] actors, long count, LightStruct[] lights, long lightCount, out IntPtr error);
        [DllImport(Name)] internal static extern int scr_session_relocate(IntPtr session, byte[] actor, int isOnItsWay, out IntPtr error);
        [DllImport(Name)] internal static extern int scr_session_is_over(IntPtr session);
        [DllImport(Name)] internal static extern int scr_session_events(IntPtr session, out IntPtr events, out long count, out IntPtr error);
        [DllImport(Name)] internal static extern IntPtr scr_session_finish(IntPtr session, out IntPtr error);
        [DllImport(Name)] internal static extern void scr_session_close(IntPtr session);
        [DllImport(Name)] internal static extern IntPtr scr_teleporter_open(IntPtr map, byte[] config, long seed, out IntPtr error);
        [DllImport(Name)] internal static extern int scr_teleporter_step(IntPtr teleporter, long time, double[] ego, ActorStruct[] others, long count, out IntPtr error);
        [DllImport(Name)] internal static extern int scr_teleporter_commands(IntPtr teleporter, out IntPtr commands, out long count, out IntPtr error);
        [DllImport(Name)] internal static extern IntPtr scr_teleporter_log(IntPtr teleporter, out IntPtr error);
        [DllImport(Name)] internal static extern IntPtr scr_teleporter_arrivals(IntPtr teleporter, out IntPtr error);
        [DllImport(Name)] internal static extern void scr_teleporter_close(IntPtr teleporter);
    }
}
