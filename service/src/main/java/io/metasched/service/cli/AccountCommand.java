package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.client.ApiClient;
import java.util.ArrayList;
import java.util.List;
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

  @Option(
      names = "--limit",
      paramLabel = "NAME=COUNT",
      converter = OptionForms.Limit.class,
      description =
          "Limit of the account: waiting, running, nodes or (highest) priority, as a number, or none"
              + " for the default of the service; may be repeated; only for administrators.")
  private List<String> limits = new ArrayList<>();

  @Option(
      names = "--person-limit",
      paramLabel = "NAME=COUNT",
      converter = OptionForms.Limit.class,
      description = "Limit of each person in the account, like --limit.")
  private List<String> personLimits = new ArrayList<>();

  private static void put(ObjectNode body, String member, List<String> limits) {
    for (var each : limits) {
      int end = each.indexOf('=');
      var name = each.substring(0, end);
      var count = each.substring(end + 1);
      var to = body.withObject("/" + member);
      if (count.equals(OptionForms.NONE)) {
        to.putNull(name);
      } else {
        to.put(name, Integer.parseInt(count));
      }
    }
  }

  /** Returns limits as a short text. */
  private static String text(JsonNode limits) {
    var texts = new ArrayList<String>();
    limits.properties().forEach(each -> texts.add(each.getKey() + "=" + each.getValue()));
    return String.join(" ", texts);
  }

  @Override
  public Integer call() {
    var client = options.client();
    if (account == null) {
      if (deposit != null || !limits.isEmpty() || !personLimits.isEmpty()) {
        throw invalid("ACCOUNT", "the name of an account with these options", "none");
      }
      var answer = client.get("/v1/accounts");
      return print(
          answer,
          () ->
              table(
                  answer.path("items"),
                  column("account", "/id"),
                  column("balance"),
                  column("held"),
                  new Column("limits", each -> text(each.path("limits"))),
                  new Column("of each person", each -> text(each.path("personLimits")))));
    }
    var path = "/v1/accounts/" + ApiClient.part(account);
    var change = object();
    put(change, "limits", limits);
    put(change, "personLimits", personLimits);
    if (!change.isEmpty()) {
      return print(client.patch(path, change), () -> {});
    }
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
