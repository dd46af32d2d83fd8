package io.metasched.simulation.cli;

import io.metasched.metascheduler.program.ExitCode;
import io.metasched.simulation.options.OutputFile;
import io.metasched.simulation.options.SkipMalformedOption;
import io.metasched.simulation.options.TracesOption;
import io.metasched.simulation.options.WholeNumbers;
import io.metasched.simulation.workload.Logs;
import io.metasched.simulation.workload.TraceWorkload;
import io.metasched.simulation.workload.trace.SacctWriter;
import io.metasched.simulation.workload.trace.SwfWriter;
import io.metasched.simulation.workload.trace.Trace;
import io.metasched.simulation.workload.trace.TraceJob;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.io.IOException;
import java.io.Writer;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code metasched generate log}: converts the jobs of a log from any format to another. */
@Command(
    name = "log",
    mixinStandardHelpOptions = true,
    description =
        "the jobs of a log of any format, in Standard Workload Format or as sacct prints them",
    footer = {
      "",
      "Examples:",
      "  metasched generate log accounts.txt --processors 512 --out jobs.swf.gz",
      "  metasched generate log jobs.swf --out jobs.sacct"
    })
final class GenerateLogCommand implements Callable<Integer> {
  private static final int MOST_PROCESSORS = 100_000_000;

  @Parameters(index = "0", paramLabel = "LOG", description = "The log, of any format.")
  private String log = "";

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = "The file to write: its name ends in .swf, .swf.gz, .sacct or .sacct.gz.")
  private String out = "";

  @Option(
      names = "--processors",
      paramLabel = "N",
      description = "Size of the machine (default: that of the log).")
  private @Nullable String processors;

  @Mixin private SkipMalformedOption malformed;

  @Mixin private TracesOption traces;

  @Option(names = "--force", description = "Replaces the file if it exists.")
  private boolean force;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    var file = OutputFile.named(out, force, ".swf", ".swf.gz", ".sacct", ".sacct.gz");
    int machine =
        processors == null
            ? 0
            : (int) WholeNumbers.inRange("--processors", processors, 1, MOST_PROCESSORS);
    var options =
        TraceOptions.defaults().withProcessors(machine).withSkipMalformed(malformed.isSet());
    var trace = Logs.read(traces.folders().find(log, "LOG"), options);
    boolean isSwf = out.matches(".*\\.swf(\\.gz)?");
    file.write(text -> write(trace, isSwf, text));
    var stdout = spec.commandLine().getOut();
    stdout.printf("%d jobs for %d processors%n", trace.jobs().size(), trace.processors());
    TraceWorkload.changes(trace, "the machine").forEach(stdout::println);
    var precedences = trace.jobs().stream().map(TraceJob::precedence);
    var lost = isSwf ? SwfWriter.notes(precedences) : SacctWriter.notes(precedences);
    lost.forEach(stdout::println);
    stdout.printf("The log is in %s%n", file.path());
    stdout.flush();
    return ExitCode.DONE;
  }

  private static void write(Trace trace, boolean isSwf, Writer text) throws IOException {
    if (isSwf) {
      SwfWriter.write(trace, text);
    } else {
      SacctWriter.write(trace, text);
    }
  }
}
