package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.metascheduler.program.TextTable;
import io.metasched.service.book.Money;
import io.metasched.service.client.ApiClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that shows and sets the price and the sale times of a node. */
@Command(
    name = "price",
    description = {
      "Shows the price policy of a node; with options, the owner changes the policy.",
      "Settings without an option do not change. Times are HH:MM-HH:MM in UTC, on all days or on",
      "the days that precede them: sat,sun/22:00-06:00"
    },
    mixinStandardHelpOptions = true)
final class PriceCommand extends ClientCommand {
  private static final Pattern TIMES =
      Pattern.compile("(?:([a-z,]+)/)?(\\d\\d:\\d\\d)-(\\d\\d:\\d\\d)");

  @Parameters(index = "0", paramLabel = "NODE", description = "Name of the node.")
  private String node = "";

  @Option(
      names = "--set",
      paramLabel = "MONEY",
      converter = OptionForms.Amount.class,
      description = "Price per second.")
  private @Nullable String price;

  @Option(
      names = "--tariff",
      paramLabel = "TIMES=MONEY",
      description =
          "Price at these times; may be repeated, and the first match applies. 'none':"
              + " no other price.")
  private List<String> tariffs = new ArrayList<>();

  @Option(
      names = "--sale",
      paramLabel = "TIMES",
      description = "Sell the node at these times only; may be repeated. 'none': always.")
  private List<String> sale = new ArrayList<>();

  @Option(
      names = "--lead",
      paramLabel = "DURATION",
      converter = OptionForms.IsoDuration.class,
      description = "Least time from a sale to its start: an ISO 8601 duration, such as PT10M.")
  private @Nullable Duration lead;

  @Option(
      names = "--for-sale",
      paramLabel = "true|false",
      arity = "1",
      description = "Whether the node is for sale; bookings stay.")
  private @Nullable Boolean forSale;

  @Option(names = "--slots", description = "Show the vacant and booked time of the node.")
  private boolean slots;

  @Option(
      names = "--preview",
      paramLabel = "DURATION",
      converter = OptionForms.IsoDuration.class,
      description =
          "Change nothing: show what would have been sold with these settings in the time up"
              + " to now, such as PT24H.")
  private @Nullable Duration preview;

  @Override
  public Integer call() {
    var client = options.client();
    var path = "/v1/nodes/" + ApiClient.part(node);
    if (slots) {
      var answer = client.get(path + "/slots");
      return print(
          answer,
          () ->
              table(
                  answer.path("items"),
                  column("start"),
                  column("end"),
                  column("kind"),
                  column("price"),
                  new Column(
                      "by", slot -> slot.path("job").asText(slot.path("claim").asText("-")))));
    }
    var policy = client.get(path + "/policy");
    if (changes() && policy instanceof ObjectNode body) {
      body.remove("node");
      change(body);
      if (preview != null) {
        return preview(
            client.post(path + "/policy:preview?last=" + preview, body, Optional.empty()));
      }
      policy = client.put(path + "/policy", body);
    }
    var shown = policy;
    return print(shown, () -> ShowCommand.print(shown, "", out()));
  }

  private int preview(JsonNode answer) {
    return print(
        answer,
        () -> {
          out().printf("%s to %s%n", answer.path("from").asText(), answer.path("to").asText());
          var table = new TextTable("run", "income", "utilisation");
          row(table, "as recorded", answer.path("recorded"));
          row(table, "re-run unchanged", answer.path("again"));
          row(table, "re-run at the other price", answer.path("preview"));
          table.print(out());
        });
  }

  private static void row(TextTable table, String name, JsonNode run) {
    table.row(
        run.path("whole").asBoolean() ? name : name + " (incomplete)",
        run.path("income").asText(),
        run.path("utilisation").asText());
  }

  private boolean changes() {
    return price != null
        || lead != null
        || forSale != null
        || !tariffs.isEmpty()
        || !sale.isEmpty();
  }

  private void change(ObjectNode policy) {
    Optional.ofNullable(price).ifPresent(text -> policy.put("price", text));
    Optional.ofNullable(lead).ifPresent(time -> policy.put("leastLead", time.toString()));
    Optional.ofNullable(forSale).ifPresent(sold -> policy.put("forSale", sold));
    if (!tariffs.isEmpty()) {
      var array = policy.putArray("tariffs");
      for (var tariff : tariffs) {
        int mark = tariff.indexOf('=');
        if (mark >= 0 && Money.parse(tariff.substring(mark + 1)).isPresent()) {
          var times = times("--tariff", tariff.substring(0, mark));
          array.add(times.put("price", tariff.substring(mark + 1)));
        } else if (!tariff.equals(OptionForms.NONE)) {
          throw invalid("--tariff", "[DAYS/]HH:MM-HH:MM=MONEY, or 'none'", tariff);
        }
      }
    }
    if (!sale.isEmpty()) {
      var array = policy.putArray("saleTimes");
      sale.stream()
          .filter(each -> !each.equals(OptionForms.NONE))
          .forEach(e -> array.add(times("--sale", e)));
    }
  }

  private ObjectNode times(String option, String text) {
    var form = TIMES.matcher(text);
    if (!form.matches()) {
      throw invalid(option, "[DAYS/]HH:MM-HH:MM", text);
    }
    var times = object();
    var days = times.putArray("days");
    Optional.ofNullable(form.group(1))
        .ifPresent(all -> List.of(all.split(",", -1)).forEach(days::add));
    return times.put("from", form.group(2)).put("to", form.group(3));
  }
}
