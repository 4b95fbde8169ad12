/**
 * The program that speaks to the spooler of Windows: the functions of winspool
 * have no other door without native code of our own. PowerShell, which is part of
 * Windows, compiles and runs it once; then it reads requests and writes answers,
 * a line each. Fields are separated by blanks and written in Base64 (UTF-8):
 *
 *     1 list                    1 ok (name about ready=1|0)...
 *     2 state NAME              2 ok about attributes status jobs
 *     3 print NAME TITLE BYTES  3 ok id
 *     4 job NAME ID             4 ok status        or, where it is not known any more: 4 ok -
 *                               5 no CODE          error of Windows; `x` where nobody knows what became of it
 *
 * Numbers are decimal and not in Base64.
 */
const PROGRAM = String.raw`
using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.InteropServices;
using System.Text;

public static class TillmarkSpooler {
  [StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)]
  class DocInfo { public string Name; public string Output; public string Type; }

  [StructLayout(LayoutKind.Sequential)]
  struct PrinterInfo {
    public IntPtr Server, Name, Share, Port, Driver, Comment, Location, Mode, Separator, Processor, Type, Parameters, Security;
    public uint Attributes, Priority, DefaultPriority, StartTime, UntilTime, Status, Jobs, Pages;
  }

  [StructLayout(LayoutKind.Sequential)]
  struct JobInfo {
    public uint Id;
    public IntPtr Printer, Machine, User, Document, Type, StatusText;
    public uint Status;
  }

  const string Library = "winspool.drv";
  [DllImport(Library, CharSet = CharSet.Unicode, SetLastError = true)]
  static extern bool OpenPrinterW(string name, out IntPtr printer, IntPtr defaults);
  [DllImport(Library, SetLastError = true)]
  static extern bool ClosePrinter(IntPtr printer);
  [DllImport(Library, CharSet = CharSet.Unicode, SetLastError = true)]
  static extern int StartDocPrinterW(IntPtr printer, int level, [In] DocInfo info);
  [DllImport(Library, SetLastError = true)]
  static extern bool WritePrinter(IntPtr printer, byte[] bytes, int count, out int written);
  [DllImport(Library, SetLastError = true)]
  static extern bool EndDocPrinter(IntPtr printer);
  [DllImport(Library, SetLastError = true)]
  static extern bool AbortPrinter(IntPtr printer);
  [DllImport(Library, SetLastError = true)]
  static extern bool GetPrinterW(IntPtr printer, int level, IntPtr data, int size, out int needed);
  [DllImport(Library, SetLastError = true)]
  static extern bool GetJobW(IntPtr printer, int id, int level, IntPtr data, int size, out int needed);
  [DllImport(Library, CharSet = CharSet.Unicode, SetLastError = true)]
  static extern bool EnumPrintersW(int flags, string name, int level, IntPtr data, int size, out int needed, out int count);

  class Failure : Exception {
    public readonly string Code;
    public Failure(string code) { Code = code; }
  }
  static Failure Last() { return new Failure(Marshal.GetLastWin32Error().ToString()); }

  static string Text(string field) { return Encoding.UTF8.GetString(Convert.FromBase64String(field)); }
  static string Field(string text) { return Convert.ToBase64String(Encoding.UTF8.GetBytes(text + " ")); }
  static string About(PrinterInfo info) {
    string comment = Marshal.PtrToStringUni(info.Comment);
    return string.IsNullOrEmpty(comment) ? (Marshal.PtrToStringUni(info.Driver) ?? "") : comment;
  }

  delegate bool Ask(IntPtr data, int size, out int needed);
  static IntPtr Filled(Ask ask) {
    int needed;
    ask(IntPtr.Zero, 0, out needed);
    if (needed <= 0) throw Last();
    IntPtr data = Marshal.AllocHGlobal(needed);
    if (ask(data, needed, out needed)) return data;
    Failure failure = Last();
    Marshal.FreeHGlobal(data);
    throw failure;
  }

  static string List() {
    int needed, count;
    const int localAndConnected = 6;
    // It succeeds without room where there is no printer.
    if (EnumPrintersW(localAndConnected, null, 2, IntPtr.Zero, 0, out needed, out count)) return "";
    if (needed <= 0) throw Last();
    IntPtr data = Marshal.AllocHGlobal(needed);
    try {
      if (!EnumPrintersW(localAndConnected, null, 2, data, needed, out needed, out count)) throw Last();
      StringBuilder all = new StringBuilder();
      for (int i = 0; i < count; i++) {
        IntPtr at = new IntPtr(data.ToInt64() + (long)i * Marshal.SizeOf(typeof(PrinterInfo)));
        PrinterInfo info = (PrinterInfo)Marshal.PtrToStructure(at, typeof(PrinterInfo));
        bool ready = (info.Status & 1) == 0 && (info.Attributes & 0x400) == 0;
        all.Append(" " + Field(Marshal.PtrToStringUni(info.Name)) + " " + Field(About(info)) + (ready ? " 1" : " 0"));
      }
      return all.ToString();
    } finally { Marshal.FreeHGlobal(data); }
  }

  static string With(string name, Func<IntPtr, string> work) {
    IntPtr printer;
    if (!OpenPrinterW(name, out printer, IntPtr.Zero)) throw Last();
    try { return work(printer); } finally { ClosePrinter(printer); }
  }

  static string State(IntPtr printer) {
    IntPtr data = Filled(delegate(IntPtr d, int size, out int needed) { return GetPrinterW(printer, 2, d, size, out needed); });
    try {
      PrinterInfo info = (PrinterInfo)Marshal.PtrToStructure(data, typeof(PrinterInfo));
      return " " + Field(About(info)) + " " + info.Attributes + " " + info.Status + " " + info.Jobs;
    } finally { Marshal.FreeHGlobal(data); }
  }

  static string Print(IntPtr printer, string title, byte[] bytes) {
    DocInfo document = new DocInfo();
    document.Name = title;
    document.Type = "RAW";
    int id = StartDocPrinterW(printer, 1, document);
    if (id <= 0) throw Last();
    for (int at = 0; at < bytes.Length; ) {
      byte[] rest = new byte[bytes.Length - at];
      Array.Copy(bytes, at, rest, 0, rest.Length);
      int written;
      if (!WritePrinter(printer, rest, rest.Length, out written) || written <= 0) {
        Failure failure = Last();
        // A spooler may print while it still takes: what it could not throw away may be on paper.
        throw AbortPrinter(printer) && at == 0 ? failure : new Failure("x");
      }
      at += written;
    }
    if (!EndDocPrinter(printer)) throw new Failure("x");
    return " " + id;
  }

  static string Job(IntPtr printer, int id) {
    try {
      IntPtr data = Filled(delegate(IntPtr d, int size, out int needed) { return GetJobW(printer, id, 1, d, size, out needed); });
      try { return " " + ((JobInfo)Marshal.PtrToStructure(data, typeof(JobInfo))).Status; }
      finally { Marshal.FreeHGlobal(data); }
    } catch (Failure failure) {
      const string invalidParameter = "87";
      if (failure.Code == invalidParameter) return " -";
      throw;
    }
  }

  static string Answer(string[] parts) {
    switch (parts[1]) {
      case "list": return List();
      case "state": return With(Text(parts[2]), State);
      case "print":
        return With(Text(parts[2]), delegate(IntPtr p) { return Print(p, Text(parts[3]), Convert.FromBase64String(parts[4])); });
      case "job": return With(Text(parts[2]), delegate(IntPtr p) { return Job(p, int.Parse(parts[3])); });
      default: throw new Failure("50");
    }
  }

  public static void Run() {
    TextReader requests = new StreamReader(Console.OpenStandardInput(), Encoding.ASCII);
    TextWriter answers = new StreamWriter(Console.OpenStandardOutput(), Encoding.ASCII);
    answers.WriteLine("ready");
    answers.Flush();
    string line;
    while ((line = requests.ReadLine()) != null) {
      string[] parts = line.Split(' ');
      string answer;
      try { answer = " ok" + Answer(parts); }
      catch (Failure failure) { answer = " no " + failure.Code; }
      catch (Exception) { answer = " no x"; }
      answers.WriteLine(parts[0] + answer);
      answers.Flush();
    }
  }
}
`;

/** For `-EncodedCommand`: policies that forbid script files do not concern it, and nobody can change a file. */
export function encodedProgram(): string {
  // Fields that only Windows fills are a warning to the compiler, and warnings would count as errors.
  const script = `$ErrorActionPreference = 'Stop'\nAdd-Type -IgnoreWarnings -TypeDefinition @'\n${PROGRAM.trim()}\n'@\n[TillmarkSpooler]::Run()\n`;
  return Buffer.from(script, 'utf16le').toString('base64');
}
