package io.metasched.simulation.cli;

import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.metascheduler.program.SpellingHint;
import io.metasched.simulation.options.OutputFile;
import io.metasched.simulation.options.WholeNumbers;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.rows.JsonText;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.workload.lublin.FlowCounts;
import io.metasched.simulation.workload.lublin.LublinLog;
import io.metasched.simulation.workload.lublin.LublinSetting;
import io.metasched.simulation.workload.lublin.LublinWorkload;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code metasched generate lublin}: writes a log of the Lublin-Feitelson model. */
@Command(
    name = GenerateLublinCommand.NAME,
    mixinStandardHelpOptions = true,
    description = "rigid jobs of the Lublin-Feitelson model, in Standard Workload Format",
    footer = {
      "",
      "Examples:",
      "  metasched generate lublin --jobs 10000 --size 256 --out jobs.swf.gz",
      "  metasched generate lublin --jobs 5000 --size 128 --types --seed 7 --out jobs.swf --json",
      "  metasched generate lublin --jobs 5000 --size 1024 --log lanl-cm5 --out cm5.swf"
    })
final class GenerateLublinCommand implements Callable<Integer> {
  static final String NAME = "lublin";

  private static final int MOST_JOBS = 1_000_000;
  private static final List<String> LOGS =
      List.of(LublinSetting.DEFAULT.words(), LublinSetting.LANL_CM5.words());

  @Option(
      names = "--jobs",
      required = true,
      paramLabel = "N",
      description = "Number of jobs (1 to 1000000).")
  private String jobs = "";

  @Option(
      names = "--size",
      required = true,
      paramLabel = "P",
      description =
          "Processors of the machine (5 to 1048576; from 16 with --types, from 64 for lanl-cm5).")
  private String size = "";

  @Option(names = "--seed", paramLabel = "S", description = "Seed, a whole number (default: 1).")
  private String seed = "1";

  @Option(names = "--types", description = "Distinguishes batch and interactive jobs, by queue.")
  private boolean types;

  @Option(
      names = "--log",
      paramLabel = "LOG",
      description = "The parameters: default (of the model) or lanl-cm5 (of that log).")
  private String log = LublinSetting.DEFAULT.words();

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = "The file to write: its name ends in .swf or .swf.gz.")
  private String out = "";

  @Option(names = "--force", description = "Replaces the file if it exists.")
  private boolean force;

  @Option(names = "--json", description = "Prints one JSON object instead of text.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    var setting = setting();
    int count = (int) WholeNumbers.inRange("--jobs", jobs, 1, MOST_JOBS);
    int least = setting.leastProcessors();
    int most = LublinSetting.MOST_PROCESSORS;
    int processors = (int) WholeNumbers.inRange("--size", size, least, most);
    long number = WholeNumbers.inRange("--seed", seed, Long.MIN_VALUE, Long.MAX_VALUE);
    var file = OutputFile.named(out, force, ".swf", ".swf.gz");
    var workload = new LublinWorkload(count, setting.laws(processors));
    var generated = workload.generate(new Seeds(number, NAME, 0));
    var program = "metasched %s, generate lublin".formatted(Metasched.version());
    var written = new LublinLog(program, setting, processors, number, generated);
    file.write(written::write);
    print(FlowCounts.of(written), file.path());
    return ExitCode.DONE;
  }

  private LublinSetting setting() {
    if (!LOGS.contains(log)) {
      throw new UsageException(
          "--log: must be one of %s, but is %s%s"
              .formatted(
                  String.join(", ", LOGS),
                  PrintableText.quoted(log),
                  SpellingHint.hint(log, LOGS)));
    }
    boolean isCm5 = log.equals(LublinSetting.LANL_CM5.words());
    if (isCm5 && types) {
      throw new UsageException(
          "--types: allowed with --log default only, but given with --log lanl-cm5, whose jobs"
              + " have no types");
    }
    return isCm5 ? LublinSetting.LANL_CM5 : types ? LublinSetting.TYPES : LublinSetting.DEFAULT;
  }

  private void print(FlowCounts counts, Path file) {
    var stdout = spec.commandLine().getOut();
    if (json) {
      stdout.println(JsonText.line(JsonText.object(counts).put("file", file.toString())));
    } else {
      stdout.printf(
          Locale.ROOT,
          "%d jobs for %d processors (%s, seed %d), serial: %d, offered load: %.3f%n",
          counts.jobs(),
          counts.processors(),
          counts.setting(),
          counts.seed(),
          counts.serial(),
          counts.offeredLoad());
      if (types) {
        stdout.printf("batch: %d, interactive: %d%n", counts.batch(), counts.interactive());
      }
      stdout.printf("The log is in %s%n", file);
    }
    stdout.flush();
  }
}
