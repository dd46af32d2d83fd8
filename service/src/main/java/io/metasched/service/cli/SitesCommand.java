package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import picocli.CommandLine.Command;

/** Command that lists the sites with their own resource manager. */
@Command(
    name = "sites",
    description = {
      "Lists the sites with their own resource manager: use of their nodes in the next 24 hours, in"
          + " hours",
      "of nodes, and the windows that they have kept."
    },
    mixinStandardHelpOptions = true)
final class SitesCommand extends ClientCommand {
  private static final double HOUR = 3600;

  @Override
  public Integer call() {
    var answer = options.client().get("/v1/sites");
    return print(
        answer,
        () ->
            table(
                answer.path("items"),
                column("domain"),
                column("site"),
                column("sells"),
                column("nodes"),
                new Column("site h", each -> hours(each.at("/ahead/siteSeconds"))),
                new Column("booked h", each -> hours(each.at("/ahead/bookedSeconds"))),
                new Column("vacant h", each -> hours(each.at("/ahead/vacantSeconds"))),
                column("confirmed", "/kept/confirmed"),
                column("refused", "/kept/refused"),
                column("taken back", "/kept/takenBack"),
                column("not given", "/kept/notGiven"),
                column("kept %", "/kept/keptPercent"),
                column("late ms", "/kept/meanLateMillis"),
                new Column("given back h", each -> hours(each.at("/kept/givenBackSeconds")))));
  }

  private static String hours(JsonNode seconds) {
    return "%.1f".formatted(seconds.asDouble() / HOUR);
  }
}
