package io.metasched.service.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.metascheduler.model.EnumLabel;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.service.book.AccountLimits;
import io.metasched.service.book.AccountRecord;
import io.metasched.service.book.BookState;
import io.metasched.service.book.CycleRecord;
import io.metasched.service.book.DrainRecord;
import io.metasched.service.book.FleetNode;
import io.metasched.service.book.GrantRecord;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobRecord.Reason;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.LedgerEntry;
import io.metasched.service.book.Limits;
import io.metasched.service.book.Money;
import io.metasched.service.book.PartRecord;
import io.metasched.service.book.RunPlan;
import io.metasched.service.book.TokenRecord;
import io.metasched.service.plan.NodeOccupancy;
import io.metasched.service.run.Machine;
import io.metasched.service.run.Silence;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;

/** JSON answers of the service. */
public final class Answers {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
  private static final long NO_LIMIT = WindowRequest.NO_LIMIT;

  // requirements that are separate fields of a request
  private static final List<String> NAMED = List.of("domain", "node");

  /** Fields of a job in a list. */
  public static final List<String> SUMMARY =
      List.of(
          "account",
          "array",
          "attempt",
          "cancelAsked",
          "cost",
          "exit",
          "id",
          "labels",
          "name",
          "nodes",
          "reason",
          "signal",
          "startsAt",
          "state",
          "times",
          "user",
          "version");

  private Answers() {}

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** Returns a time in UTC with milliseconds. */
  public static String time(Instant instant) {
    return TIME.format(instant);
  }

  private static void time(ObjectNode json, String name, Optional<Instant> instant) {
    instant.ifPresent(at -> json.put(name, time(at)));
  }

  /** Returns a job with all fields. */
  public static ObjectNode job(BookState state, JobRecord job) {
    var json = summary(state, job);
    spec(json, job.spec());
    window(json, state, job);
    json.set("money", money(job.money()));
    return json;
  }

  /** Writes the members that the user has specified, except those of a summary. */
  static void spec(ObjectNode json, JobSpec spec) {
    json.set("work", work(spec.work()));
    json.put("criterion", spec.criterion().label());
    json.put("onNodeLoss", spec.onNodeLoss().label());
    spec.sites()
        .ifPresent(
            demand ->
                json.putObject("sites")
                    .put("acceptAdvised", demand.acceptsAdvised())
                    .put("reliability", demand.leastKeptPercent()));
    spec.priority().ifPresent(priority -> json.put("priority", priority));
    spec.mail()
        .ifPresent(
            mail -> {
              var plan = json.putObject("mail").put("to", mail.to());
              mail.transitions().forEach(each -> plan.withArray("transitions").add(each.label()));
            });
    for (var each : spec.after()) {
      json.withArray("after")
          .addObject()
          .put("job", each.job())
          .put("outcome", each.outcome().label());
    }
    spec.task()
        .ifPresent(
            task -> json.putObject("workflow").put("id", task.workflow()).put("task", task.name()));
    budget(json, spec);
    requires(json, spec);
    var run = json.putObject("run");
    run(run, spec.run());
  }

  static ObjectNode money(JobRecord.Funds money) {
    return object()
        .put("held", Money.format(money.held()))
        .put("charged", Money.format(money.charged()))
        .put("paidBack", Money.format(money.paidBack()));
  }

  private static void budget(ObjectNode json, JobSpec spec) {
    var budget = object();
    if (spec.costLimitMilli() != NO_LIMIT) {
      budget.put("total", Money.format(spec.costLimitMilli()));
    }
    if (spec.priceLimitMilli() != NO_LIMIT) {
      budget.put("pricePerSlot", Money.format(spec.priceLimitMilli()));
    }
    if (!budget.isEmpty()) {
      json.set("budget", budget);
    }
    var start = object();
    time(start, "notBefore", spec.notBefore());
    time(start, "deadline", spec.deadline());
    if (!start.isEmpty()) {
      json.set("start", start);
    }
  }

  private static void requires(ObjectNode json, JobSpec spec) {
    var requires = json.putObject("requires");
    requires.put("performance", spec.requirements().leastPerformance());
    var properties = requires.putArray("properties");
    for (var demand : spec.requirements().properties()) {
      var named = NAMED.stream().filter(name -> demand.startsWith(name + "=")).findFirst();
      if (named.filter(name -> !requires.has(name)).isPresent()) {
        requires.put(named.get(), demand.substring(named.get().length() + 1));
      } else {
        properties.add(demand);
      }
    }
  }

  private static void run(ObjectNode json, RunPlan run) {
    run.command().forEach(json.withArray("command")::add);
    run.chdir().ifPresent(folder -> json.put("chdir", folder));
    json.put("grace", Duration.ofMillis(run.graceMillis()).toString());
    run.warnMillis()
        .ifPresent(millis -> json.put("warnBeforeEnd", Duration.ofMillis(millis).toString()));
    run.memoryBytes().ifPresent(bytes -> json.withObject("/limits").put("memoryBytes", bytes));
    run.processes().ifPresent(count -> json.withObject("/limits").put("processes", count));
  }

  private static ObjectNode work(Work work) {
    return work.basis() == Work.Basis.DURATION
        ? object().put("duration", Duration.ofMillis(work.amount()).toString())
        : object().put("volume", work.amount());
  }

  /** Returns a job in a list. */
  public static ObjectNode summary(BookState state, JobRecord job) {
    var json = object();
    json.put("id", job.id());
    json.put("version", job.version());
    json.put("name", job.spec().name());
    json.put("account", job.spec().account());
    json.put("user", job.user());
    json.put("state", job.state().label());
    json.set("reason", reason(job.reason()));
    json.put("nodes", job.spec().nodes());
    json.put("attempt", job.attempt());
    json.put("cancelAsked", job.cancelAsked());
    var labels = json.putObject("labels");
    job.spec().labels().forEach(labels::put);
    var times = json.putObject("times");
    times.put("submitted", time(job.times().submitted()));
    time(times, "booked", job.times().booked());
    time(times, "started", job.times().started());
    time(times, "ended", job.times().ended());
    job.window()
        .ifPresent(window -> json.put("startsAt", time(state.ticks().instant(window.start()))));
    job.costMilli().ifPresent(milli -> json.put("cost", Money.format(milli)));
    job.greatestExit().ifPresent(part -> exit(json, part));
    return json;
  }

  static void exit(ObjectNode json, PartRecord part) {
    part.exitStatus().ifPresent(status -> json.put("exit", status));
    part.signal().ifPresent(signal -> json.put("signal", signal.name()));
  }

  private static void window(ObjectNode json, BookState state, JobRecord job) {
    if (job.window().isEmpty()) {
      return;
    }
    var booked = job.window().get();
    var window = json.putObject("window");
    window.put("start", time(state.ticks().instant(booked.start())));
    window.put("end", time(state.ticks().instant(booked.finish())));
    if (!job.state().isFinal()) {
      window.put("promise", SiteAnswers.promise(state, job.nodes()));
    }
    parts(window, state, job.parts());
  }

  static void parts(ObjectNode window, BookState state, List<PartRecord> some) {
    var parts = window.putArray("parts");
    for (var part : some) {
      var each = parts.addObject();
      each.put("node", part.node());
      each.put("price", Money.format(part.booked().priceMilli()));
      each.put("cost", Money.format(part.booked().costMilli()));
      each.put("end", time(state.ticks().instant(part.booked().span().end())));
      each.put("state", EnumLabel.of(part.stage()));
      exit(each, part);
      part.cause().ifPresent(cause -> each.put("cause", EnumLabel.of(cause)));
      time(each, "started", part.started());
      time(each, "ended", part.ended());
      part.note().ifPresent(note -> each.put("note", note));
    }
  }

  /** Returns an account with the limits in force. */
  public static ObjectNode account(BookState state, AccountRecord account) {
    var json =
        object()
            .put("id", account.id())
            .put("balance", Money.format(account.balanceMilli()))
            .put("held", Money.format(account.heldMilli()))
            .put("version", account.version());
    if (account.number() >= 0) {
      var limits = AccountLimits.of(state, account.id());
      limits(json, "limits", limits.account());
      limits(json, "personLimits", limits.person());
      account.granted().ifPresent(granted -> json.set("grant", grant(granted)));
      if (!account.lapsing().milli().isEmpty()) {
        var lapsing = json.putArray("lapsing");
        account
            .lapsing()
            .milli()
            .forEach(
                (at, milli) ->
                    lapsing.addObject().put("amount", Money.format(milli)).put("at", time(at)));
      }
    }
    return json;
  }

  private static ObjectNode grant(GrantRecord granted) {
    var grant = granted.grant();
    return object()
        .put("amount", Money.format(grant.milli()))
        .put("period", grant.period().label())
        .put("zone", grant.zone())
        .put("from", grant.from().toString())
        .put("carryOver", grant.carriesOver())
        .put("next", time(grant.start(granted.next())));
  }

  private static void limits(ObjectNode json, String name, Limits limits) {
    if (!limits.equals(Limits.NONE)) {
      var to = json.putObject(name);
      limits.waiting().ifPresent(most -> to.put("waiting", most));
      limits.running().ifPresent(most -> to.put("running", most));
      limits.nodes().ifPresent(most -> to.put("nodes", most));
      limits.priority().ifPresent(most -> to.put("priority", most));
    }
  }

  public static ObjectNode entry(LedgerEntry entry) {
    var json = object();
    json.put("seq", entry.key().seq());
    json.put("kind", entry.kind().label());
    json.put("amount", Money.format(entry.milli()));
    json.put("heldChange", Money.format(entry.heldMilli()));
    json.put("counter", entry.counter());
    entry.job().ifPresent(job -> json.put("job", job));
    json.put("at", time(entry.at()));
    return json;
  }

  public static ObjectNode cycle(BookState state, CycleRecord cycle) {
    var json = object();
    json.put("number", cycle.number());
    json.put("snapshot", time(state.ticks().instant(cycle.tick())));
    json.put("seen", cycle.seen());
    json.put("begun", time(cycle.begun()));
    cycle
        .done()
        .ifPresent(
            done ->
                json.put("considered", done.considered())
                    .put("booked", done.booked())
                    .put("refused", done.refused())
                    .put("postponed", done.postponed())
                    .put("millis", done.millis()));
    return json;
  }

  /**
   * Returns a node.
   *
   * @param priceMilli current price per second, in 1/1000
   * @param silence silence of the node's machine
   * @param use current use
   * @param running id of the job that runs on the node, if the reader may see the job
   * @param drain drain by the owner of the node
   * @param unsold reason why the node sells nothing
   * @param machine machine of the node
   */
  public static ObjectNode node(
      FleetNode node,
      long priceMilli,
      Optional<Silence> silence,
      NodeOccupancy use,
      Optional<String> running,
      Optional<DrainRecord> drain,
      Optional<Reason> unsold,
      Optional<Machine> machine,
      ArrayNode site) {
    var json = object();
    json.put("id", node.name());
    json.put("domain", node.domain());
    json.put("performance", node.performance());
    json.put("price", Money.format(priceMilli));
    var properties = json.putArray("properties");
    node.properties().forEach(properties::add);
    json.put("state", use.state(drain.isPresent(), silence));
    json.put("silent", silence.isPresent());
    silence.ifPresent(since -> json.put("silentSince", time(since.since())));
    unsold.ifPresent(why -> json.set("unsold", reason(why)));
    running.ifPresent(job -> json.put("job", job));
    json.put("bookings", use.bookings());
    drain.ifPresent(
        why ->
            json.putObject("drain")
                .put("mode", why.mode().label())
                .put("reason", why.reason())
                .put("by", why.by())
                .put("since", time(why.since())));
    machine.ifPresent(
        where -> {
          var on = json.putObject("machine").put("isolation", where.isolation());
          where.remarks().forEach(on.withArray("remarks")::add);
        });
    if (!site.isEmpty()) {
      json.set("site", site);
    }
    return json;
  }

  /**
   * Returns the time that the site of a node uses for itself, from a tick on.
   *
   * @param most highest number of spans
   * @param isFull whether the details given by the site are included
   */
  public static ArrayNode siteTime(
      BookState state, String node, long from, int most, boolean isFull) {
    var spans = JsonNodeFactory.instance.arrayNode();
    state.market().siteTime(node).stream()
        .filter(each -> each.span().end() > from)
        .limit(most)
        .forEach(
            each -> {
              var json = spans.addObject();
              json.put("start", time(state.ticks().instant(each.span().start())));
              if (each.hasEnd()) {
                json.put("end", time(state.ticks().instant(each.span().end())));
              }
              json.put("reason", each.reason().label());
              if (isFull && !each.detail().isEmpty()) {
                json.put("detail", each.detail());
              }
            });
    return spans;
  }

  public static ObjectNode reason(Reason why) {
    return object().put("code", why.code()).put("text", why.text());
  }

  /** Returns a token without its secret. */
  public static ObjectNode token(TokenRecord token) {
    var json = object();
    json.put("id", token.id());
    json.put("principal", token.principal());
    json.put("role", token.role().label());
    token.accounts().forEach(json.withArray("accounts")::add);
    token.nodes().forEach(json.withArray("nodes")::add);
    time(json, "expires", token.expires());
    token.parent().ifPresent(parent -> json.put("parent", parent));
    token.origin().ifPresent(by -> json.put("issuer", by.issuer()).put("subject", by.subject()));
    return json;
  }
}
