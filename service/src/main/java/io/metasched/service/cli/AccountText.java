package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Texts about accounts, as the API describes them. */
final class AccountText {
  private AccountText() {}

  /** Returns lines with the balance, lapsing money, grant and limits of an account. */
  static List<String> lines(JsonNode account, Instant now) {
    var lines = new ArrayList<String>();
    lines.add(
        "account %s: balance %s, held %s"
            .formatted(text(account, "id"), text(account, "balance"), text(account, "held")));
    add(lines, "lapses ", lapsing(account));
    add(lines, "grant ", grant(account, now));
    add(lines, "limits ", limits(account.path("limits")));
    add(lines, "limits of each person ", limits(account.path("personLimits")));
    return lines;
  }

  private static void add(List<String> lines, String name, String text) {
    if (!text.isEmpty()) {
      lines.add(name + text);
    }
  }

  private static String text(JsonNode json, String member) {
    return json.path(member).asText("-");
  }

  /** Returns which money lapses when; empty if none does. */
  static String lapsing(JsonNode account) {
    return StreamSupport.stream(account.path("lapsing").spliterator(), false)
        .map(each -> "%s at %s".formatted(text(each, "amount"), text(each, "at")))
        .collect(Collectors.joining(", "));
  }

  /** Returns the grant of an account; empty if there is none. */
  static String grant(JsonNode account, Instant now) {
    var grant = account.path("grant");
    if (grant.isMissingNode()) {
      return "";
    }
    var next = text(grant, "next");
    boolean isDue = !Instant.parse(next).isAfter(now);
    return "%s %s in %s, %s; %s %s"
        .formatted(
            text(grant, "amount"),
            text(grant, "period"),
            text(grant, "zone"),
            grant.path("carryOver").asBoolean() ? "carried over" : "the rest lapses",
            isDue ? "paid at once for the period from" : "next",
            next);
  }

  /** Returns limits; empty if there are none. */
  static String limits(JsonNode limits) {
    return limits.properties().stream()
        .map(each -> each.getKey() + "=" + each.getValue())
        .collect(Collectors.joining(" "));
  }
}
