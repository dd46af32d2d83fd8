package io.metasched.service.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.TextTable;
import io.metasched.service.http.ApiServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A bench of services that it starts itself. */
@Command(mixinStandardHelpOptions = true)
final class ServiceBenchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--quick", description = "A fiftieth of the work, to try it out.")
  private boolean quick;

  @Option(
      names = "--slurm",
      paramLabel = "FOLDER",
      description =
          "bench service: measures Slurm's controller, too, whose Debian packages were unpacked there (/ where installed).")
  private Optional<Path> slurm = Optional.empty();

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  private final Measured measured;

  /** What is measured. */
  enum Measured {
    SERVICE(
        "the live service on this machine: acknowledgement, submissions, jobs from submission to payment, a long queue,"
            + " estimates, and the start after kill -9"),
    BOOKINGS(
        "cycles, prices, drains and starts with 1,000 to 100,000 jobs booked on 400 and 10,000 nodes"),
    PLATEAU("memory and book in half an hour with 10,000 jobs that end early, so that others move"),
    DASHBOARD("how soon 500 open pages show what happens, and by how much they slow cycles down");

    private final String description;

    Measured(String description) {
      this.description = description;
    }

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private ServiceBenchCommand(Measured measured) {
    this.measured = measured;
  }

  /** The command that runs a bench. */
  static CommandSpec of(Measured measured) {
    var command =
        CommandSpec.forAnnotatedObject(new ServiceBenchCommand(measured)).name(measured.label());
    command.usageMessage().description(measured.description);
    return command;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    int divisor = quick ? 50 : 1;
    if (slurm.isPresent() && !SlurmBench.isAt(slurm.get())) {
      throw new ParameterException(
          spec.commandLine(),
          "--slurm: allowed is a folder with usr/sbin/slurmctld-wlm and usr/bin/sbatch, given was %s"
              .formatted(slurm.get()));
    }
    silenceAudit();
    print(rows(divisor));
    return ExitCode.DONE;
  }

  private List<BenchRow> rows(int divisor) throws IOException, InterruptedException {
    return switch (measured) {
      case SERVICE -> new ServiceBench(divisor, slurm.map(Path::toAbsolutePath)).run();
      case PLATEAU -> new PlateauBench(divisor).run();
      case BOOKINGS -> new BookingsBench(divisor).run();
      case DASHBOARD -> new DashboardBench(divisor).run();
    };
  }

  private void print(List<BenchRow> rows) {
    var out = spec.commandLine().getOut();
    if (json) {
      var all = JsonNodeFactory.instance.objectNode();
      rows.forEach(row -> all.put(row.name(), row.value()));
      out.println(all);
    } else {
      var table = new TextTable("measured", "value", "unit");
      rows.forEach(row -> table.row(row.name(), "%.1f".formatted(row.value()), row.unit()));
      table.print(out);
    }
    out.flush();
  }

  /** A line for each request would be thousands, and would be measured, too. */
  private static void silenceAudit() {
    if (LoggerFactory.getLogger(ApiServer.AUDIT_LOG) instanceof Logger audit) {
      audit.setLevel(Level.WARN);
    }
  }
}
