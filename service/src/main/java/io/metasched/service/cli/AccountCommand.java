package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.api.MemberNames;
import io.metasched.service.client.ApiClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that lists, opens and changes accounts. */
@Command(
    name = "account",
    description =
        "Lists accounts; with ACCOUNT, prints balance, grant, limits and ledger of this account.",
    mixinStandardHelpOptions = true)
final class AccountCommand extends ClientCommand {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "ACCOUNT",
      description = "Name of an account.")
  private @Nullable String account;

  @Option(
      names = "--open",
      description =
          "Open this account, with --deposit, --grant and limits if given; only for administrators.")
  private boolean opens;

  @Option(
      names = "--deposit",
      paramLabel = "MONEY",
      converter = OptionForms.Amount.class,
      description = "Deposit this amount; only for administrators.")
  private @Nullable String deposit;

  @Option(
      names = "--transfer",
      paramLabel = "MONEY",
      converter = OptionForms.Amount.class,
      description =
          "Transfer this amount to the account --to; for administrators and coordinators of both"
              + " accounts.")
  private @Nullable String transfer;

  @Option(names = "--to", paramLabel = "ACCOUNT", description = "Account that receives --transfer.")
  private @Nullable String to;

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
      description = "Limit of each person in the account, like --limit; also for coordinators.")
  private List<String> personLimits = new ArrayList<>();

  @Option(
      names = "--grant",
      paramLabel = "MONEY",
      converter = OptionForms.AmountOrNone.class,
      description =
          "Grant the account this amount in each period, or end the grant with none; only for"
              + " administrators.")
  private @Nullable String grant;

  @Option(
      names = "--period",
      paramLabel = "PERIOD",
      converter = OptionForms.Period.class,
      description =
          "With --grant: weekly, monthly or yearly (default: that of the present grant, or monthly).")
  private @Nullable String period;

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      converter = OptionForms.Zone.class,
      description =
          "With --grant: time zone in which periods begin, such as Europe/Berlin (default: that of"
              + " the present grant, or UTC).")
  private @Nullable String zone;

  @Option(
      names = "--from",
      paramLabel = "DATE",
      converter = OptionForms.Day.class,
      description =
          "With --grant: first day of the first period (default: that of the present grant if it"
              + " has this period and zone, or today). If it is in the past, the present period is"
              + " paid first.")
  private @Nullable String from;

  @Option(
      names = "--carry-over",
      negatable = true,
      description =
          "With --grant: money that is not spent in a period remains; --no-carry-over: it lapses"
              + " (default: as in the present grant, or it lapses).")
  private @Nullable Boolean carryOver;

  /** Rejects options that belong to different requests. */
  private void requireOneRequest(ObjectNode change) {
    if ((transfer == null) != (to == null)) {
      throw invalid(
          "--transfer", "an amount and --to, both or none", transfer == null ? "--to" : transfer);
    } else if (transfer != null && (opens || deposit != null || !change.isEmpty())) {
      throw invalid("--transfer", "an amount and --to without other changes", transfer);
    } else if (deposit != null && !opens && !change.isEmpty()) {
      throw invalid("--deposit", "an amount, with limits or a grant only with --open", deposit);
    }
  }

  private void putGrant(ObjectNode body) {
    var terms = object();
    Optional.ofNullable(period).ifPresent(given -> terms.put("period", given));
    Optional.ofNullable(zone).ifPresent(given -> terms.put("zone", given));
    Optional.ofNullable(from).ifPresent(given -> terms.put("from", given));
    Optional.ofNullable(carryOver).ifPresent(given -> terms.put("carryOver", given));
    boolean isAmount = grant != null && !grant.equals(OptionForms.NONE);
    if (!isAmount && !terms.isEmpty()) {
      throw invalid(
          "--grant",
          "an amount with --period, --zone, --from or --carry-over",
          Optional.ofNullable(grant).orElse("nothing"));
    } else if (isAmount) {
      body.set("grant", terms.put("amount", grant));
    } else if (grant != null) {
      body.putNull("grant");
    }
  }

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

  @Override
  MemberNames members() {
    return MemberNames.of(
        """
        /amount: %s
        /deposit: --deposit
        /grant: --grant
        /grant/carryOver: --carry-over
        /grant/from: --from
        /grant/period: --period
        /grant/zone: --zone
        /id: ACCOUNT
        /limits: --limit
        /personLimits: --person-limit
        /to: --to
        """
            .formatted(transfer == null ? "--deposit" : "--transfer"));
  }

  /** Prints an account after a change in one line. */
  private int printChanged(JsonNode account) {
    return print(account, () -> line(String.join("; ", AccountText.lines(account, Instant.now()))));
  }

  @Override
  public Integer call() {
    var client = options.client();
    var change = object();
    put(change, "limits", limits);
    put(change, "personLimits", personLimits);
    putGrant(change);
    requireOneRequest(change);
    if (account == null) {
      if (opens || deposit != null || transfer != null || !change.isEmpty()) {
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
                  new Column("lapses", AccountText::lapsing),
                  new Column("grant", each -> AccountText.grant(each, Instant.now())),
                  new Column("limits", each -> AccountText.limits(each.path("limits"))),
                  new Column(
                      "of each person", each -> AccountText.limits(each.path("personLimits")))));
    }
    var path = "/v1/accounts/" + ApiClient.part(account);
    var key = Optional.of(UUID.randomUUID().toString());
    if (transfer != null) {
      var body = object().put("to", to).put("amount", transfer);
      return printChanged(client.post(path + "/transfers", body, key));
    } else if (opens) {
      change.put("id", account);
      Optional.ofNullable(deposit).ifPresent(amount -> change.put("deposit", amount));
      return printChanged(client.post("/v1/accounts", change, key));
    }
    if (!change.isEmpty()) {
      return printChanged(client.patch(path, change));
    }
    if (deposit != null) {
      var body = object().put("amount", deposit);
      return printChanged(client.post(path + "/deposits", body, key));
    }
    var found = client.get(path);
    var answer = (ObjectNode) client.get(path + "/ledger?limit=1000");
    return print(
        answer.<ObjectNode>set("account", found),
        () -> {
          AccountText.lines(found, Instant.now()).forEach(this::line);
          out().println();
          table(
              answer.path("items"),
              column("at"),
              column("kind"),
              column("amount"),
              column("held", "/heldChange"),
              column("with", "/counter"),
              column("job"));
        });
  }
}
