package io.metasched.service.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.TextTable;
import io.metasched.service.client.ApiClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command that creates and revokes tokens. */
@Command(
    name = "token",
    description = {
      "Lists tokens; with --new creates one and prints it, only this time.",
      "Administrators create tokens for others."
    },
    mixinStandardHelpOptions = true)
final class TokenCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClientOptions options;

  @Option(names = "--new", description = "Create a token.")
  private boolean make;

  @Option(names = "--for", paramLabel = "NAME", description = "Its principal (default: you).")
  private @Nullable String principal;

  @Option(names = "--role", paramLabel = "ROLE", description = "user, owner, admin or reader.")
  private @Nullable String role;

  @Option(
      names = "--account",
      paramLabel = "ACCOUNT",
      description = "An account that it may use; may be repeated.")
  private List<String> accounts = List.of();

  @Option(
      names = "--node",
      paramLabel = "NODE",
      description = "A node whose owner it authenticates; may be repeated.")
  private List<String> nodes = List.of();

  @Option(
      names = "--lasts",
      paramLabel = "TIME",
      converter = TimeForms.class,
      description = "How long it is valid (default: unlimited).")
  private @Nullable Duration lasts;

  @Option(
      names = "--revoke",
      paramLabel = "ID",
      description = "Revoke a token, and the sessions and tokens that were created with it.")
  private @Nullable String revoked;

  @Option(names = "--keep-derived", description = "With --revoke: those remain valid.")
  private boolean keepDerived;

  @Override
  public Integer call() {
    var client = options.client();
    var out = spec.commandLine().getOut();
    if (revoked != null) {
      var keep = keepDerived ? "?derived=keep" : "";
      client.delete("/v1/tokens/" + ApiClient.part(revoked) + keep);
      return ExitCode.DONE;
    } else if (make) {
      var body = JsonNodeFactory.instance.objectNode();
      if (principal != null) {
        body.put("principal", principal);
      }
      if (role != null) {
        body.put("role", role);
      }
      if (lasts != null) {
        body.put("lasts", lasts.toString());
      }
      if (!accounts.isEmpty()) {
        accounts.forEach(body.withArray("accounts")::add);
      }
      if (!nodes.isEmpty()) {
        nodes.forEach(body.withArray("nodes")::add);
      }
      var answer = client.post("/v1/tokens", body, Optional.empty());
      if (!options.printed(answer, out)) {
        out.println(answer.path("token").asText());
      }
      return ExitCode.DONE;
    }
    var answer = client.get("/v1/tokens");
    if (!options.printed(answer, out)) {
      var table = new TextTable("id", "principal", "role", "accounts", "expires", "made with");
      for (var each : answer.path("items")) {
        table.row(
            each.path("id").asText(),
            each.path("principal").asText(),
            each.path("role").asText(),
            each.path("accounts").toString(),
            each.path("expires").asText("-"),
            each.path("parent").asText("-"));
      }
      table.print(out);
    }
    return ExitCode.DONE;
  }
}
