package io.metasched.lab.cli;

import io.metasched.lab.campaign.Campaign;
import io.metasched.lab.campaign.PostgresPrograms;
import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.Metasched;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command that tests the service under faults. */
@Command(
    name = "campaign",
    description = {
      "Tests the service under faults: each seed starts a separate service, with or without"
          + " an agent, and clients that use it;",
      "kills, stops and disconnects processes by a schedule, and checks replies, records and"
          + " runs against the guarantees.",
      "Exit code 1 if a guarantee was violated; the files of that seed are kept."
    },
    mixinStandardHelpOptions = true)
final class CampaignCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "10",
      description = "Number of seeds (default: ${DEFAULT-VALUE}).")
  private int seeds;

  @Option(
      names = "--seed",
      paramLabel = "FIRST",
      defaultValue = "1",
      description = "The first seed; each has a separate schedule (default: ${DEFAULT-VALUE}).")
  private long first;

  @Option(
      names = "--at-once",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Number of seeds that run at the same time; each takes up to 1 GiB (default:"
              + " ${DEFAULT-VALUE}).")
  private int atOnce;

  @Option(
      names = "--postgres",
      paramLabel = "FOLDER",
      description = {
        "The folder of PostgreSQL's programs initdb and postgres (default: on the PATH, else the"
            + " latest in /usr/lib/postgresql).",
        "Without them, no event store is in PostgreSQL."
      })
  private @Nullable Path postgres;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "The folder for the files of seeds with findings, which must not exist (default:"
              + " results/campaign-N with the next free number).")
  private @Nullable Path out;

  @Override
  public Integer call() throws IOException, InterruptedException {
    require("--seeds", 1_000_000, seeds);
    require("--at-once", 64, atOnce);
    var evidence = out == null ? nextFree() : out;
    if (Files.exists(evidence)) {
      throw new ParameterException(
          spec.commandLine(),
          "--out: allowed is a folder that does not exist, given was %s".formatted(evidence));
    }
    var printed = spec.commandLine().getOut();
    var summary =
        Campaign.run(
            first,
            seeds,
            atOnce,
            evidence,
            programs(),
            line -> {
              printed.println(line);
              printed.flush();
            });
    var found =
        summary.found() == 0
            ? "nothing found"
            : "%d with findings, which are in %s".formatted(summary.found(), evidence);
    printed.printf("%d seeds with %s: %s%n", summary.seeds(), Metasched.version(), found);
    printed.flush();
    return summary.found() == 0 ? ExitCode.DONE : ExitCode.FAILED;
  }

  private static Path nextFree() {
    return IntStream.iterate(1, number -> number + 1)
        .mapToObj(number -> Path.of("results", "campaign-" + number))
        .filter(folder -> !Files.exists(folder))
        .findFirst()
        .orElseThrow();
  }

  private Optional<PostgresPrograms> programs() {
    try {
      return postgres == null
          ? PostgresPrograms.find()
          : Optional.of(PostgresPrograms.in(postgres));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--postgres: " + e.getMessage());
    }
  }

  private void require(String option, int most, int given) {
    if (given < 1 || given > most) {
      throw new ParameterException(
          spec.commandLine(),
          "%s: allowed are 1 to %d, given was %d".formatted(option, most, given));
    }
  }
}
