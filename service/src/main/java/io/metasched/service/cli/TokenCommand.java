package io.metasched.service.cli;

import io.metasched.service.api.MemberNames;
import io.metasched.service.client.ApiClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command that creates and revokes tokens. */
@Command(
    name = "token",
    description = {
      "Lists tokens; with --new, creates a token and prints it this one time.",
      "Administrators create tokens for others; coordinators for users of their accounts."
    },
    mixinStandardHelpOptions = true)
final class TokenCommand extends ClientCommand {
  @Option(names = "--new", description = "Create a token.")
  private boolean make;

  @Option(
      names = "--for",
      paramLabel = "NAME",
      description = "Principal of the token (default: you).")
  private @Nullable String principal;

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      description =
          "Role: user, coordinator, owner, admin or reader (default: yours; coordinators name user"
              + " for others).")
  private @Nullable String role;

  @Option(
      names = "--account",
      paramLabel = "ACCOUNT",
      description =
          "Account that the principal may use or coordinates; may be repeated (default: yours).")
  private List<String> accounts = List.of();

  @Option(
      names = "--node",
      paramLabel = "NODE",
      description = "Node of the owner; may be repeated (default: yours).")
  private List<String> nodes = List.of();

  @Option(
      names = "--lasts",
      paramLabel = "TIME",
      converter = TimeForms.class,
      description =
          "Time for which the token is valid: "
              + TimeForms.ALLOWED
              + " (default: as long as your token or sign-in).")
  private @Nullable Duration lasts;

  @Option(
      names = "--revoke",
      paramLabel = "ID",
      description = "Revoke a token, and the sessions and tokens that were created with it.")
  private @Nullable String revoked;

  @Option(
      names = "--keep-derived",
      description = "With --revoke: sessions and tokens created with the token remain valid.")
  private boolean keepDerived;

  @Override
  MemberNames members() {
    return MemberNames.of(
        """
        /accounts: --account
        /lasts: --lasts
        /nodes: --node
        /principal: --for
        /role: --role
        """);
  }

  /** Rejects options that belong to different requests. */
  private void requireOneRequest() {
    boolean isOfNew =
        principal != null
            || role != null
            || lasts != null
            || !accounts.isEmpty()
            || !nodes.isEmpty();
    if (revoked != null && (make || isOfNew)) {
      throw invalid("--revoke", "the id of a token, with --keep-derived at most", revoked);
    } else if (isOfNew && !make) {
      throw invalid("token", "--for, --role, --account, --node and --lasts with --new", "no --new");
    } else if (keepDerived && revoked == null) {
      throw invalid("--keep-derived", "this option with --revoke", "no --revoke");
    }
  }

  @Override
  public Integer call() {
    requireOneRequest();
    var client = options.client();
    if (revoked != null) {
      var keep = keepDerived ? "?derived=keep" : "";
      client.delete("/v1/tokens/" + ApiClient.part(revoked) + keep);
      return printDone(
          "revoked token %s; sessions and tokens created with it %s"
              .formatted(revoked, keepDerived ? "remain valid" : "are revoked, too"));
    } else if (make) {
      var body = object();
      Optional.ofNullable(principal).ifPresent(name -> body.put("principal", name));
      Optional.ofNullable(role).ifPresent(name -> body.put("role", name));
      Optional.ofNullable(lasts).ifPresent(time -> body.put("lasts", time.toString()));
      accounts.forEach(each -> body.withArray("accounts").add(each));
      nodes.forEach(each -> body.withArray("nodes").add(each));
      var answer = client.post("/v1/tokens", body, Optional.empty());
      return print(
          answer,
          () -> {
            out().println(answer.path("token").asText());
            var end = answer.path("expires");
            report(
                "the token of %s is valid %s"
                    .formatted(
                        answer.path("principal").asText(),
                        end.isMissingNode() ? "until it is revoked" : "until " + end.asText()));
          });
    }
    var answer = client.get("/v1/tokens");
    return print(
        answer,
        () ->
            table(
                answer.path("items"),
                column("id"),
                column("principal"),
                column("role"),
                new Column("accounts", token -> token.path("accounts").toString()),
                column("expires"),
                column("made with", "/parent")));
  }
}
