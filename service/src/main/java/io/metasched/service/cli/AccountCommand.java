package io.metasched.service.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.TextTable;
import io.metasched.service.client.ApiClient;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command that lists accounts. */
@Command(
    name = "account",
    description = "Lists accounts; with ACCOUNT its ledger.",
    mixinStandardHelpOptions = true)
final class AccountCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClientOptions options;

  @Parameters(index = "0", arity = "0..1", paramLabel = "ACCOUNT", description = "Its name.")
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
    var out = spec.commandLine().getOut();
    if (account == null) {
      var answer = client.get("/v1/accounts");
      if (!options.printed(answer, out)) {
        var table = new TextTable("account", "balance", "held");
        for (var each : answer.path("items")) {
          table.row(
              each.path("id").asText(), each.path("balance").asText(), each.path("held").asText());
        }
        table.print(out);
      }
      return ExitCode.DONE;
    }
    var path = "/v1/accounts/" + ApiClient.part(account);
    if (deposit != null) {
      var body = JsonNodeFactory.instance.objectNode().put("amount", deposit);
      var answer = client.post(path + "/deposits", body, Optional.of(UUID.randomUUID().toString()));
      options.printed(answer, out);
      return ExitCode.DONE;
    }
    var answer = client.get(path + "/ledger?limit=1000");
    if (!options.printed(answer, out)) {
      var table = new TextTable("at", "kind", "amount", "held", "with", "job");
      for (var each : answer.path("items")) {
        table.row(
            each.path("at").asText(),
            each.path("kind").asText(),
            each.path("amount").asText(),
            each.path("heldChange").asText(),
            each.path("counter").asText(),
            each.path("job").asText("-"));
      }
      table.print(out);
    }
    return ExitCode.DONE;
  }
}
