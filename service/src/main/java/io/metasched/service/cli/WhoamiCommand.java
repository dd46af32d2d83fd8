package io.metasched.service.cli;

import picocli.CommandLine.Command;

/** Command that shows the principal of the user. */
@Command(
    name = "whoami",
    description = "Shows your principal with its role, accounts and nodes, and its identity.",
    mixinStandardHelpOptions = true)
final class WhoamiCommand extends ClientCommand {
  @Override
  public Integer call() {
    var who = options.client().get("/v1/session");
    return print(
        who,
        () -> {
          line("%s, %s".formatted(who.path("principal").asText(), who.path("role").asText()));
          for (var many : new String[] {"accounts", "nodes"}) {
            if (!who.path(many).isEmpty()) {
              line("%s: %s".formatted(many, list(who.path(many))));
            }
          }
          for (var one : new String[] {"expires", "issuer", "subject"}) {
            if (who.has(one)) {
              line("%s: %s".formatted(one, who.path(one).asText()));
            }
          }
        });
  }
}
