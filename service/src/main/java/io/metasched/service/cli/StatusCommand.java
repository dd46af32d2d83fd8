package io.metasched.service.cli;

import picocli.CommandLine.Command;

/** Command that shows the status of the service and its last cycles. */
@Command(
    name = "status",
    description = "Shows the service and the results of its last cycles.",
    mixinStandardHelpOptions = true)
final class StatusCommand extends ClientCommand {
  @Override
  public Integer call() {
    var client = options.client();
    var info = client.get("/v1/service-info");
    return print(
        info,
        () -> {
          out()
              .printf(
                  "%s %s, %s nodes, %s%n",
                  info.path("name").asText(),
                  info.path("version").asText(),
                  info.path("nodes").asText(),
                  info.path("time").asText());
          table(
              client.get("/v1/cycles?limit=10").path("items"),
              column("cycle", "/number"),
              column("begun"),
              column("considered"),
              column("booked"),
              column("refused"),
              column("postponed"),
              column("ms", "/millis"));
          client.get("/v1/overview").path("unsold").forEach(line -> line(line.asText()));
        });
  }
}
