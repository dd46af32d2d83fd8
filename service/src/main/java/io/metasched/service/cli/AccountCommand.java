package io.metasched.service.cli;

import io.metasched.service.client.ApiClient;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that lists accounts. */
@Command(
    name = "account",
    description = "Lists accounts; with ACCOUNT, prints the ledger of this account.",
    mixinStandardHelpOptions = true)
final class AccountCommand extends ClientCommand {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "ACCOUNT",
      description = "Name of an account.")
  private @Nullable String account;

  @Option(
      names = "--deposit",
      paramLabel = "MONEY",
      converter = OptionForms.Amount.class,
      description = "Deposit this amount; only for administrators.")
  private @Nullable String deposit;

  @Override
  public Integer call() {
    var client = options.client();
    if (account == null) {
      var answer = client.get("/v1/accounts");
      return print(
          answer,
          () ->
              table(
                  answer.path("items"),
                  column("account", "/id"),
                  column("balance"),
                  column("held")));
    }
    var path = "/v1/accounts/" + ApiClient.part(account);
    if (deposit != null) {
      var body = object().put("amount", deposit);
      var key = Optional.of(UUID.randomUUID().toString());
      return print(client.post(path + "/deposits", body, key), () -> {});
    }
    var answer = client.get(path + "/ledger?limit=1000");
    return print(
        answer,
        () ->
            table(
                answer.path("items"),
                column("at"),
                column("kind"),
                column("amount"),
                column("held", "/heldChange"),
                column("with", "/counter"),
                column("job")));
  }
}
