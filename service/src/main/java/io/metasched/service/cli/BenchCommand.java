package io.metasched.service.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.service.http.ApiServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures the service. */
@Command(
    name = "bench",
    description = {
      "bench service: measures services of its own on this machine: acknowledgement, submissions, jobs from",
      "submission to payment without processes and with them, a long queue, estimates, and the start after kill -9.",
      "bench bookings: cycles, prices, drains and starts with 1,000 to 100,000 jobs booked on 400 and 10,000 nodes.",
      "bench plateau: memory and book in half an hour with 10,000 jobs that end early, so that others move.",
      "bench dashboard: how soon 500 open pages show what happens, and by how much they slow cycles down.",
      "For other benches see: metasched bench --help"
    },
    mixinStandardHelpOptions = true)
final class BenchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "service|bookings|plateau|dashboard",
      description = "What is measured.")
  private String what = "";

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
    var rows =
        switch (what) {
          case "service" -> new ServiceBench(divisor, slurm.map(Path::toAbsolutePath)).run();
          case "plateau" -> new PlateauBench(divisor).run();
          case "bookings" -> new BookingsBench(divisor).run();
          case "dashboard" -> new DashboardBench(divisor).run();
          default ->
              throw new ParameterException(
                  spec.commandLine(),
                  "bench: allowed are service, bookings, plateau and dashboard, given was '%s'"
                      .formatted(what));
        };
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
    return ServiceCommands.DONE;
  }

  /** A line for each request would be thousands, and would be measured, too. */
  private static void silenceAudit() {
    if (LoggerFactory.getLogger(ApiServer.AUDIT_LOG) instanceof Logger audit) {
      audit.setLevel(Level.WARN);
    }
  }
}
