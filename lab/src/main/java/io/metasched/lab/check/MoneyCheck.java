package io.metasched.lab.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Check of the conservation of money after each event, in each account, and for each job. */
final class MoneyCheck {
  private static final String BANK = "bank";

  private final Evidence evidence;
  private final Findings findings;

  /** Amounts held, paid to owners and paid back for a job, in 1/1000. */
  private static final class JobSums {
    long held;
    long charged;
    long paidBack;
  }

  MoneyCheck(Evidence evidence, Findings findings) {
    this.evidence = evidence;
    this.findings = findings;
  }

  void check() {
    var bySeq = new TreeMap<Long, Long>();
    evidence
        .ledgers()
        .forEach(
            (account, entries) ->
                entries.forEach(
                    entry ->
                        bySeq.merge(
                            entry.path("seq").asLong(), milli(entry, "amount"), Long::sum)));
    bySeq.forEach(
        (seq, sum) -> require(sum == 0, "event %d changes the sum of all money by %d", seq, sum));
    evidence.accounts().forEach(this::checkAccount);
    checkJobs();
    checkHolds();
    checkCharges();
    checkGrants();
  }

  private void require(boolean holds, String otherwise, Object... words) {
    findings.require(holds, Invariant.MONEY, otherwise, words);
  }

  private static long milli(JsonNode in, String name) {
    var text = in.path(name).asText();
    return text.isEmpty() ? 0 : new BigDecimal(text).movePointRight(3).longValueExact();
  }

  private boolean isUser(String account) {
    return !account.equals(BANK) && !account.contains(":") && account.startsWith("user");
  }

  private void checkAccount(String id, JsonNode account) {
    long sum = 0;
    long held = 0;
    for (var entry : evidence.ledgers().getOrDefault(id, List.of())) {
      sum += milli(entry, "amount");
      held += milli(entry, "heldChange");
      long seq = entry.path("seq").asLong();
      require(held >= 0, "account %s holds %d after event %d", id, held, seq);
      require(
          !isUser(id) || sum - held >= 0, "account %s has %d after event %d", id, sum - held, seq);
    }
    require(
        milli(account, "held") == held,
        "account %s: the held money differs from its ledger, %d",
        id,
        held);
    require(
        milli(account, "balance") + milli(account, "held") == sum,
        "account %s: balance and held money differ from its ledger, %d",
        id,
        sum);
  }

  /** Checks that amounts shown by jobs equal those in the ledgers of their payers. */
  private void checkJobs() {
    var sums = new TreeMap<String, JobSums>();
    evidence.ledgers().forEach((account, entries) -> entries.forEach(e -> add(e, sums)));
    evidence
        .jobs()
        .forEach(
            (id, job) -> {
              var is = sums.getOrDefault(id, new JobSums());
              var shown = job.path("money");
              require(is.held == 0, "job %s is over, but %d are still held for it", id, is.held);
              require(
                  milli(shown, "held") == is.held
                      && milli(shown, "charged") == is.charged
                      && milli(shown, "paidBack") == is.paidBack,
                  "job %s shows %s; by its ledger %d was charged and %d paid back",
                  id,
                  shown,
                  is.charged,
                  is.paidBack);
            });
  }

  /**
   * Checks that each charged job has started, was not lost by a site, and is not charged more than
   * its last window.
   */
  private void checkCharges() {
    var started = new TreeSet<String>();
    var lostBySite = new TreeSet<String>();
    var cancelled = new TreeSet<String>(); // by the user, who then pays for the time used
    var costs = new TreeMap<String, Long>();
    for (var line : evidence.events()) {
      var event = Evidence.event(line);
      var id = event.path("id").asText();
      switch (Evidence.kind(line)) {
        case "part-started" -> started.add(id);
        case "part-lost" -> {
          if (event.path("bySite").isTextual()) {
            lostBySite.add(id);
          }
        }
        case "job-requeued" -> {
          started.remove(id);
          lostBySite.remove(id);
        }
        case "cancel-asked" -> cancelled.add(id);
        case "job-booked", "job-moved" -> costs.put(id, cost(event));
        default -> {}
      }
    }
    evidence
        .jobs()
        .forEach(
            (id, job) -> {
              long charged = milli(job.path("money"), "charged");
              require(
                  charged == 0 || started.contains(id),
                  "job %s never started, but is charged %d",
                  id,
                  charged);
              require(
                  charged == 0 || !lostBySite.contains(id) || cancelled.contains(id),
                  "job %s was lost by its site, but is charged %d",
                  id,
                  charged);
              require(
                  charged <= costs.getOrDefault(id, 0L),
                  "job %s is charged %d, more than its window costs",
                  id,
                  charged);
            });
  }

  /** Checks that no period of a grant is paid twice. */
  private void checkGrants() {
    var next = new TreeMap<String, Long>(); // number of a period by account
    for (var line : evidence.events()) {
      var event = Evidence.event(line);
      var account = event.path("account").asText();
      if (Evidence.kind(line).equals("grant-set")) {
        next.put(account, event.at("/granted/next").asLong(Long.MAX_VALUE));
      } else if (Evidence.kind(line).equals("grant-paid")) {
        long number = event.path("number").asLong();
        require(
            number >= next.getOrDefault(account, Long.MAX_VALUE),
            "period %d of the grant of account %s is paid without a grant, or twice",
            number,
            account);
        next.put(account, number + 1);
      }
    }
  }

  private static long cost(JsonNode event) {
    long cost = 0;
    for (var part : event.path("window").path("parts")) {
      cost += part.path("costMilli").asLong();
    }
    return cost;
  }

  private static void add(JsonNode entry, Map<String, JobSums> sums) {
    var job = entry.path("job").asText();
    long amount = milli(entry, "amount");
    if (job.isEmpty() || amount > 0) { // the owners' side of a charge
      return;
    }
    var is = sums.computeIfAbsent(job, id -> new JobSums());
    is.held += milli(entry, "heldChange");
    switch (entry.path("kind").asText()) {
      case "charge" -> is.charged -= amount;
      case "pay-back" -> is.paidBack -= milli(entry, "heldChange");
      default -> {}
    }
  }

  /** Checks that the amount held for a window equals the cost of its parts. */
  private void checkHolds() {
    var costs = new TreeMap<Long, Long>();
    for (var line : evidence.events()) {
      if (Evidence.kind(line).equals("job-booked")) {
        costs.put(line.path("seq").asLong(), cost(Evidence.event(line)));
      }
    }
    evidence
        .ledgers()
        .values()
        .forEach(
            entries ->
                entries.stream()
                    .filter(entry -> entry.path("kind").asText().equals("hold"))
                    .filter(entry -> costs.containsKey(entry.path("seq").asLong()))
                    .forEach(
                        entry -> {
                          long seq = entry.path("seq").asLong();
                          long cost = costs.getOrDefault(seq, 0L);
                          costs.remove(seq);
                          require(
                              milli(entry, "heldChange") == cost,
                              "event %d holds %s for a window that costs %d",
                              seq,
                              entry.path("heldChange").asText(),
                              cost);
                        }));
    costs.values().removeIf(cost -> cost == 0);
    costs
        .keySet()
        .forEach(seq -> require(false, "event %d books a window, but nothing is held", seq));
  }
}
