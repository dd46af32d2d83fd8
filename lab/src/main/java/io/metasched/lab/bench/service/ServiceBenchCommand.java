package io.metasched.lab.bench.service;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.metasched.lab.bench.BenchRun;
import io.metasched.lab.bench.NamedBench;
import io.metasched.metascheduler.model.EnumLabel;
import io.metasched.service.http.ApiServer;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.rows.JsonText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Command that runs a benchmark of services that it starts. */
public final class ServiceBenchCommand extends NamedBench {
  @Option(
      names = "--slurm",
      paramLabel = "FOLDER",
      description =
          "bench service: also measures Slurm's controller, from Debian packages unpacked in this"
              + " folder (/ if installed).")
  private Optional<Path> slurm = Optional.empty();

  private final Measured measured;

  /** Benchmark to run. */
  private enum Measured {
    SERVICE(
        "the live service on this machine: acknowledgement with both settings of database.sync,"
            + " submissions, jobs from submission to payment, a long queue, estimates, and the start"
            + " after kill -9"),
    BOOKINGS(
        "cycles, prices, drains and starts with 1,000 to 100,000 jobs booked on 400 and 10,000"
            + " nodes"),
    PLATEAU(
        "memory and event store in half an hour with 10,000 jobs that end early, so that other jobs"
            + " move"),
    DASHBOARD("delay until 500 open pages show a change, and their effect on the time of cycles");

    private final String description;

    Measured(String description) {
      this.description = description;
    }

    private String label() {
      return EnumLabel.of(this);
    }
  }

  private ServiceBenchCommand(Measured measured) {
    this.measured = measured;
  }

  public static List<String> names() {
    return Arrays.stream(Measured.values()).map(Measured::label).toList();
  }

  public static List<CommandSpec> all() {
    return Arrays.stream(Measured.values())
        .map(each -> new ServiceBenchCommand(each).command(each.label(), each.description))
        .toList();
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    int divisor = isQuick() ? 50 : 1;
    if (slurm.isPresent() && !SlurmBench.isAt(slurm.get())) {
      throw new ParameterException(
          commandLine(),
          "--slurm: allowed is a folder with usr/sbin/slurmctld-wlm and usr/bin/sbatch, given was %s"
              .formatted(slurm.get()));
    }
    silenceAudit();
    var run = new BenchRun(measured.label(), Progress.NONE);
    var rows = rows(divisor);
    run.add(BenchRows.table(), rows, List.of());
    run.print(BenchRows.text(rows));
    var report = run.report();
    return print(JsonText.line(report.json()), report.tables(), report.faults());
  }

  private List<BenchRow> rows(int divisor) throws IOException, InterruptedException {
    return switch (measured) {
      case SERVICE -> new ServiceBench(divisor, slurm.map(Path::toAbsolutePath)).run();
      case PLATEAU -> new PlateauBench(divisor).run();
      case BOOKINGS -> new BookingsBench(divisor).run();
      case DASHBOARD -> new DashboardBench(divisor).run();
    };
  }

  /** Disables the audit log, whose thousands of lines would distort the measurements. */
  private static void silenceAudit() {
    if (LoggerFactory.getLogger(ApiServer.AUDIT_LOG) instanceof Logger audit) {
      audit.setLevel(Level.WARN);
    }
  }
}
