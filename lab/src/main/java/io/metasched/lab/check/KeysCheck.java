package io.metasched.lab.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Check that one key creates one item, with or without an answer to its request. */
final class KeysCheck {
  private final Evidence evidence;
  private final Findings findings;

  KeysCheck(Evidence evidence, Findings findings) {
    this.evidence = evidence;
    this.findings = findings;
  }

  void check() {
    checkAnswers();
    checkMade();
    checkDeposits();
  }

  private void require(boolean holds, String otherwise, Object... words) {
    findings.require(holds, Invariant.ONE_FOR_EACH_KEY, otherwise, words);
  }

  /** Checks that repeated requests get equal answers. */
  private void checkAnswers() {
    var ids = new TreeMap<String, String>();
    for (var call : evidence.calls()) {
      if (call.isAcknowledged() && !call.key().isEmpty()) {
        var given = given(call.answer());
        var before = ids.putIfAbsent(call.path() + " " + call.key(), given);
        require(
            before == null || before.equals(given),
            "%s got %s, but %s before",
            call,
            given,
            before);
      }
    }
  }

  private static String given(JsonNode answer) {
    var items = answer.path("items");
    if (!items.isArray()) {
      return answer.path("id").asText();
    }
    var ids = new TreeSet<String>();
    items.forEach(item -> ids.add(item.path("id").asText()));
    return ids.toString();
  }

  /** Checks that each key has a unique name, used only by its job or reservation. */
  private void checkMade() {
    var names = new TreeMap<String, String>();
    evidence.jobs().forEach((id, job) -> single(names, id.replaceFirst("_.*", ""), job));
    evidence.claims().forEach((id, claim) -> single(names, id, claim));
    var keys = new TreeMap<String, String>();
    for (var line : evidence.events()) {
      var event = Evidence.event(line);
      if (Evidence.kind(line).matches("(job|array|workflow)-submitted")
          && event.path("key").isTextual()) {
        var id = event.path("id").asText();
        var account = event.path(event.has("spec") ? "spec" : "workflow").path("account").asText();
        var key = account + " " + event.path("key").asText();
        var other = keys.putIfAbsent(key, id);
        require(other == null, "key %s has created the jobs %s and %s", key, other, id);
      }
    }
  }

  private void single(Map<String, String> names, String id, JsonNode made) {
    var name = made.path("name").asText();
    if (!name.isEmpty()) {
      var other = names.putIfAbsent(name, id);
      require(
          other == null || other.equals(id), "%s was created twice: %s and %s", name, other, id);
    }
  }

  /** Checks that each key of a deposit has its own amount. */
  private void checkDeposits() {
    var made = new TreeMap<String, Integer>();
    evidence
        .ledgers()
        .forEach(
            (account, entries) -> {
              for (var entry : entries) {
                if (entry.path("kind").asText().equals("deposit")) {
                  made.merge(deposit(account, entry.path("amount").asText()), 1, Integer::sum);
                }
              }
            });
    for (var call : evidence.calls()) {
      var account = call.target("/v1/accounts/", "/deposits");
      if (account.isEmpty()) {
        continue;
      }
      int times = made.getOrDefault(deposit(account, call.body().path("amount").asText()), 0);
      require(times <= 1, "%s was created %d times", call, times);
      findings.require(
          times >= 1 || !call.isAcknowledged(),
          Invariant.ACKNOWLEDGED_IS_KEPT,
          "%s got %d, but is in no ledger",
          call,
          call.status());
    }
  }

  private static String deposit(String account, String amount) {
    return account + " " + amount;
  }
}
