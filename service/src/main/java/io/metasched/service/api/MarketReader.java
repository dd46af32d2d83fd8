package io.metasched.service.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.WindowRequest;
import io.metasched.service.api.Problem.Fault;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.NodePolicy;
import io.metasched.service.book.NodePolicy.Tariff;
import io.metasched.service.book.WeekTimes;
import io.metasched.service.plan.JobCommands;
import io.metasched.service.plan.ReservationSpec;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Parser of requests on offers, reservations and node time. */
public final class MarketReader {
  private static final int NAME_CHARS = 128;
  private static final int MOST_NODES = 10_000;
  private static final int MOST_TIMES = 100;
  private static final int MOST_BEGINS = 500;
  private static final int MOST_OFFERS = 50;
  private static final int USUAL_OFFERS = 8;
  private static final Duration MOST_DURATION = Duration.ofDays(366);

  private MarketReader() {}

  /**
   * Request for offers.
   *
   * @param count highest number of offers
   * @param firm whether the first offer is to be held
   */
  public record EstimateRequest(JobSpec spec, int count, boolean firm) {}

  /**
   * Parses a request for offers; the job may omit its command.
   *
   * @param account account used if the body has none
   * @param granularity unit of window lengths
   * @throws Problem with all faults
   */
  public static EstimateRequest estimate(
      JsonNode json, Optional<String> account, Duration granularity) {
    var body = new ObjectReader(json);
    int count = body.whole("count", 1, MOST_OFFERS).orElse((long) USUAL_OFFERS).intValue();
    boolean firm = body.flag("firm").orElse(false);
    body.requiredObject("job");
    body.requireNoFault();
    var job = json.path("job").deepCopy();
    if (job instanceof ObjectNode object) {
      var run = object.has("run") ? object.get("run") : object.putObject("run");
      if (run instanceof ObjectNode plan && !plan.has("command")) {
        plan.putArray("command").add("true");
      }
    }
    return new EstimateRequest(
        JobReader.request("/job", job, account, granularity).spec(), count, firm);
  }

  /**
   * Parses the amount of a deposit, in 1/1000.
   *
   * @throws Problem with all faults
   */
  public static long deposit(JsonNode json) {
    var faults = new ArrayList<Fault>();
    var body = new ObjectReader("", json, faults);
    var milli = body.money("amount").filter(amount -> amount > 0);
    if (milli.isEmpty()) {
      faults.clear(); // the fault below is sufficient
      body.wrong("amount", "is invalid", "an amount above 0 as a text, such as \"12.500\"");
    }
    body.requireNoFault();
    return milli.orElseThrow();
  }

  /**
   * Parses a reservation.
   *
   * @param account account used if the body has none
   * @throws Problem with all faults
   */
  public static ReservationSpec reservation(JsonNode json, Optional<String> account) {
    var body = new ObjectReader(json);
    boolean maintenance = body.flag("maintenance").orElse(false);
    var named = body.texts("nodeNames", MOST_NODES, 1 << 20).stream().distinct().toList();
    int nodes =
        body.whole("nodes", 1, MOST_NODES).orElse((long) Math.max(1, named.size())).intValue();
    if (!named.isEmpty() && (nodes > named.size() || (maintenance && nodes < named.size()))) {
      body.wrong("nodes", "is invalid", "the number of named nodes");
    }
    if (maintenance && named.isEmpty()) {
      body.wrong("nodeNames", "is missing", "the nodes that are maintained");
    }
    var payer =
        maintenance
            ? body.text("account", NAME_CHARS).or(() -> Optional.of(""))
            : body.filledText("account", NAME_CHARS).or(() -> account);
    if (payer.isEmpty()) {
      body.wrong("account", "is missing", "an account that you may pay from");
    }
    body.requiredText("start", 40);
    var start = body.instant("start");
    body.requiredText("duration", 40);
    var duration = body.duration("duration", Duration.ofSeconds(1), MOST_DURATION);
    var name = body.text("name", NAME_CHARS).orElse(maintenance ? "maintenance" : "reservation");
    long limit = body.object("budget").flatMap(MarketReader::total).orElse(WindowRequest.NO_LIMIT);
    var requires = maintenance ? Requirements.NONE : requirements(body);
    body.requireNoFault();
    return new ReservationSpec(
        maintenance ? "" : payer.orElseThrow(),
        name,
        nodes,
        named,
        requires,
        limit,
        start.orElseThrow(),
        duration.orElseThrow(),
        maintenance);
  }

  private static Requirements requirements(ObjectReader body) {
    try {
      return JobReader.requirements(body);
    } catch (IllegalArgumentException e) {
      body.wrong("requires", String.valueOf(e.getMessage()), "see /openapi.yaml");
      return Requirements.NONE;
    }
  }

  private static Optional<Long> total(ObjectReader budget) {
    var total = budget.money("total");
    budget.end();
    return total;
  }

  /**
   * Request for a job of an owner's local users.
   *
   * @param from earliest start
   */
  public record LocalJobRequest(String name, Instant from, Duration duration) {}

  /**
   * Parses a job of an owner's local users.
   *
   * @throws Problem with all faults
   */
  public static LocalJobRequest localJob(JsonNode json, Instant now) {
    var body = new ObjectReader(json);
    var name = body.text("name", NAME_CHARS).orElse("local");
    body.requiredText("duration", 40);
    var duration = body.duration("duration", Duration.ofSeconds(1), MOST_DURATION);
    var from = body.instant("notBefore").orElse(now);
    body.requireNoFault();
    return new LocalJobRequest(name, from, duration.orElseThrow());
  }

  /**
   * Parses the sale policy of a node.
   *
   * @param usualPriceMilli price used if the body has none, in 1/1000 per second
   * @throws Problem with all faults
   */
  public static NodePolicy policy(JsonNode json, String node, long usualPriceMilli) {
    var body = new ObjectReader(json);
    long price = body.price("price").orElse(usualPriceMilli);
    var lead = body.duration("leastLead", Duration.ZERO, MOST_DURATION).orElse(Duration.ZERO);
    boolean forSale = body.flag("forSale").orElse(true);
    var tariffs = new ArrayList<Tariff>();
    for (var each : body.objects("tariffs", MOST_TIMES)) {
      var when = times(each);
      each.requiredText("price", 20);
      var milli = each.price("price");
      each.end();
      tariffs.add(new Tariff(when, milli.orElse(0L)));
    }
    var sale = new ArrayList<WeekTimes>();
    for (var each : body.objects("saleTimes", MOST_TIMES)) {
      sale.add(times(each));
      each.end();
    }
    int begins =
        Stream.concat(tariffs.stream().map(Tariff::when), sale.stream())
            .mapToInt(WeekTimes::beginsInWeek)
            .sum();
    if (begins > MOST_BEGINS) {
      body.wrong(
          "tariffs",
          "with the times of sale begin %d times a week".formatted(begins),
          "%d times a week".formatted(MOST_BEGINS));
    }
    body.requireNoFault();
    return new NodePolicy(node, price, tariffs, lead.toMillis(), forSale, sale);
  }

  private static WeekTimes times(ObjectReader from) {
    var days = new ArrayList<DayOfWeek>();
    for (var word : from.texts("days", 7, 100)) {
      var day = days().get(word);
      if (day == null) {
        from.wrong("days", "is invalid", "of " + days().keySet());
      } else {
        days.add(day);
      }
    }
    return new WeekTimes(days, minute(from, "from", "23:59"), minute(from, "to", "24:00"));
  }

  private static int minute(ObjectReader from, String name, String last) {
    var text = from.requiredText(name, 5);
    boolean isTime = text.matches("([01]\\d|2[0-3]):[0-5]\\d") || text.equals(last);
    if (!isTime) {
      from.wrong(name, "is invalid", "a time of day in UTC, from 00:00 to " + last);
      return 0;
    }
    return Integer.parseInt(text.substring(0, 2)) * 60 + Integer.parseInt(text.substring(3));
  }

  private static Map<String, DayOfWeek> days() {
    var days = new TreeMap<String, DayOfWeek>();
    for (var day : DayOfWeek.values()) {
      days.put(day.name().substring(0, 3).toLowerCase(Locale.ROOT), day);
    }
    return days;
  }

  /** Returns the external name of a day. */
  static String label(DayOfWeek day) {
    return day.name().substring(0, 3).toLowerCase(Locale.ROOT);
  }

  /**
   * Parses a change of a job. A null field removes a limit.
   *
   * @param version version that the job must have
   * @throws Problem with all faults
   */
  public static JobCommands.Change change(JsonNode json, Optional<Long> version) {
    var body = new ObjectReader(json);
    var labels =
        body.has("labels")
            ? Optional.of(body.map("labels", 64, "[A-Za-z0-9._/-]{1,63}", 4096))
            : Optional.<Map<String, String>>empty();
    boolean changesBudget = json.has("budget");
    var total = body.object("budget").flatMap(MarketReader::total);
    boolean changesDeadline = json.has("deadline");
    var deadline = body.instant("deadline");
    body.requireNoFault();
    if (!changesBudget && !changesDeadline) {
      return new JobCommands.Change(version, labels, Optional.empty());
    }
    UnaryOperator<JobSpec> limits =
        spec ->
            spec.with()
                .costLimitMilli(
                    changesBudget ? total.orElse(WindowRequest.NO_LIMIT) : spec.costLimitMilli())
                .priceLimitMilli(
                    changesBudget && total.isEmpty()
                        ? WindowRequest.NO_LIMIT
                        : spec.priceLimitMilli())
                .deadline(changesDeadline ? deadline : spec.deadline())
                .build();
    return new JobCommands.Change(version, labels, Optional.of(limits));
  }
}
