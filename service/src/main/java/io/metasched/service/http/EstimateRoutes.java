package io.metasched.service.http;

import akka.http.javadsl.model.HttpResponse;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.metascheduler.queue.QueueOrder;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Window;
import io.metasched.service.api.Answers;
import io.metasched.service.api.EstimateRequest;
import io.metasched.service.api.ExplanationAnswers;
import io.metasched.service.api.MarketAnswers;
import io.metasched.service.api.Problem;
import io.metasched.service.book.BookState;
import io.metasched.service.book.CycleRecord;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobRecord.Reason;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.Money;
import io.metasched.service.plan.CycleSettings;
import io.metasched.service.plan.DryRun;
import io.metasched.service.plan.FlowWords;
import io.metasched.service.plan.JobCommands;
import io.metasched.service.plan.JobQueue;
import io.metasched.service.plan.LiveJobs;
import io.metasched.service.plan.OfferCommands;
import io.metasched.service.plan.Outlook;
import io.metasched.service.plan.WindowOffer;
import io.metasched.service.plan.WorkflowReasons;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/** Routes for estimates before a job is submitted, and for explanations of waiting jobs. */
final class EstimateRoutes {
  private final ApiContext context;
  private final CycleSettings settings;
  private final OfferShelf<WindowOffer> shelf = new OfferShelf<>();
  private final AtomicLong numbers = new AtomicLong();
  private final String prefix;
  private final SeenCycles seen;

  EstimateRoutes(ApiContext context) {
    this.context = context;
    settings = context.cycles();
    prefix = Long.toString(context.clock().millis(), Character.MAX_RADIX);
    seen = new SeenCycles(context.keeper());
  }

  List<Route> routes() {
    return List.of(
        new Route("POST", "/v1/estimates", false, this::estimate),
        new Route("GET", "/v1/jobs/{job}/explanation", false, this::explain));
  }

  /** Returns an offer by id, firm or not, if the offer can be accepted. */
  Optional<WindowOffer> offer(String id) {
    return OfferCommands.held(context.state(), id).or(() -> shelf.get(id, context.now()));
  }

  // --- estimates

  private CompletionStage<HttpResponse> estimate(Call call) {
    var request =
        EstimateRequest.read(
            call.requiredBody(), JobRoutes.ownAccount(call), context.cycles().granularity());
    call.requireUseOf(request.spec().account());
    var state = context.state();
    requireAccount(state, request.spec());
    var now = context.now();
    var who = call.principal();
    var found =
        context.work().searches().run(who, () -> offers(who.principal(), state, request, now));
    return request.firm()
        ? found.thenCompose(made -> hold(call, state, request, made))
        : found.thenApply(made -> HttpReplies.json(200, answer(state, request, made)));
  }

  private static void requireAccount(BookState state, JobSpec spec) {
    if (state.payer(spec.account()).isEmpty()) {
      throw Problem.notFound("account", spec.account());
    }
  }

  private record Made(Outlook outlook, List<Offered> offers) {}

  private record Offered(WindowOffer offer, List<Criterion> criteria) {}

  private Made offers(
      String principal, BookState state, EstimateRequest.Checked request, Instant now) {
    var market = context.commands().market();
    var spec = request.spec();
    // an offered window begins after the end of the offer's validity
    var offers = market.settings();
    var patience = request.firm() ? offers.firmTime() : offers.offerLead();
    var earliest = now.plus(patience);
    long tick = state.ticks().at(earliest);
    var payable = LiveJobs.payable(state, spec);
    var outlook =
        Outlook.of(state, context.fleet(), settings, payable, principal, tick, job -> true);
    var made = new ArrayList<Offered>();
    for (var choice : outlook.choices(request.count())) {
      var window = choice.window();
      var latest = market.offers().latestTaking(state, window);
      var until = now.plus(offers.offerTime());
      var id = "u-" + prefix + "-" + numbers.incrementAndGet();
      var offer =
          new WindowOffer(
              id,
              WindowOffer.wanted(spec),
              window,
              names(window),
              false,
              until.isBefore(latest) ? until : latest);
      made.add(new Offered(offer, choice.criteria()));
    }
    made.sort(
        Comparator.comparing((Offered each) -> !each.criteria().contains(spec.criterion()))
            .thenComparing(each -> each.offer().window().costMilli())
            .thenComparing(each -> each.offer().window().finish())
            .thenComparing(each -> each.offer().id()));
    shelf.put(principal, made.stream().map(Offered::offer).toList(), now);
    return new Made(outlook, made);
  }

  private List<String> names(Window window) {
    return context.fleet().names(window);
  }

  private CompletionStage<HttpResponse> hold(
      Call call, BookState state, EstimateRequest.Checked request, Made made) {
    if (made.offers().isEmpty()) {
      return CompletableFuture.completedFuture(HttpReplies.json(200, answer(state, request, made)));
    }
    var first = made.offers().get(0);
    var user = call.principal().principal();
    var market = context.commands().market();
    return context
        .execute(
            call, s -> market.offers().hold(s, first.offer(), request.spec(), user, context.now()))
        .thenApply(
            result -> {
              var held = OfferCommands.held(context.state(), result.id());
              var offers = new ArrayList<>(made.offers());
              held.ifPresent(offer -> offers.set(0, new Offered(offer, first.criteria())));
              return HttpReplies.json(
                  201, answer(state, request, new Made(made.outlook(), offers)));
            });
  }

  private ObjectNode answer(BookState state, EstimateRequest.Checked request, Made made) {
    var json = JsonNodeFactory.instance.objectNode();
    var items = json.putArray("offers");
    for (var each : made.offers()) {
      items.add(offer(state, each, request.spec().criterion()));
    }
    if (made.offers().isEmpty()) {
      var why = refusal(state, request.spec());
      json.set(
          "reason", Answers.reason(why.or(made.outlook()::limit).orElse(FlowWords.NO_ALTERNATIVE)));
      var advice = json.putArray("advice");
      new ExplanationAnswers(state, context.fleet(), request.spec(), made.outlook())
          .advice(why)
          .forEach(advice::add);
    }
    return json;
  }

  /** Returns the reason why a job can never run under the current conditions. */
  private Optional<Reason> refusal(BookState state, JobSpec spec) {
    var account = state.account(spec.account()).orElseThrow();
    return context
        .commands()
        .refusal(state, spec, account, context.now())
        .map(JobCommands.Result::why);
  }

  private ObjectNode offer(BookState state, Offered offered, Criterion wanted) {
    var offer = offered.offer();
    var criteria = offered.criteria();
    var json = MarketAnswers.window(state, offer.window(), offer.nodes());
    json.put("offer", offer.id());
    var main = criteria.contains(wanted) || criteria.isEmpty() ? wanted : criteria.get(0);
    json.put("criterion", criteria.isEmpty() ? "between" : main.label());
    var all = json.putArray("criteria");
    criteria.forEach(each -> all.add(each.label()));
    var domains = json.putArray("domains");
    offer.window().parts().stream()
        .map(part -> context.fleet().nodes().get(part.node()).domain())
        .distinct()
        .forEach(domains::add);
    json.put("firm", offer.firm());
    if (offer.firm()) {
      long fee = context.commands().market().settings().firmFeeMilli() * offer.nodes().size();
      json.put("fee", Money.format(fee));
    }
    json.put("validUntil", Answers.time(offer.validUntil()));
    var basis = json.putObject("basis");
    basis.put("cycle", lastCycle(state).map(CycleRecord::number).orElse(-1));
    basis.put("version", state.seq());
    return json;
  }

  private static Optional<CycleRecord> lastCycle(BookState state) {
    for (var each : state.cycles().below(null)) {
      return Optional.of(each.value());
    }
    return Optional.empty();
  }

  // --- dry runs

  /** Returns what a cycle would do with a job now; the job is not stored. */
  CompletionStage<DryRun.Outcome> tried(Call call, BookState state, JobSpec spec) {
    long now = state.ticks().at(context.now());
    return context
        .work()
        .searches()
        .run(
            call.principal(),
            () ->
                DryRun.of(
                    state, context.fleet(), settings, spec, call.principal().principal(), now));
  }

  CompletionStage<HttpResponse> dryRun(Call call, JobSpec spec) {
    var state = context.state();
    return tried(call, state, spec)
        .thenApply(
            outcome -> {
              var json = JsonNodeFactory.instance.objectNode().put("accepted", true);
              json.put("ahead", outcome.ahead());
              json.put("outcome", outcome.window().isPresent() ? "booked" : "waiting");
              outcome
                  .window()
                  .ifPresent(
                      window ->
                          json.set("window", MarketAnswers.window(state, window, names(window))));
              outcome.last().ifPresent(why -> json.set("reason", Answers.reason(why)));
              return HttpReplies.json(200, json);
            });
  }

  // --- explanations

  private CompletionStage<HttpResponse> explain(Call call) {
    var state = context.state();
    var job = JobRoutes.visible(call, state, call.path().get(0));
    return context
        .work()
        .searches()
        .run(call.principal(), () -> explanation(state, job, seen.last()))
        .thenApply(json -> HttpReplies.json(200, json));
  }

  private ObjectNode explanation(BookState state, JobRecord job, List<SeenCycles.Seen> seenCycles) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("job", job.id());
    json.put("state", job.state().label());
    var reason = WorkflowReasons.current(state, context.fleet(), settings, job, context.now());
    json.set("reason", Answers.reason(reason));
    long now = state.ticks().at(context.now());
    json.put("ahead", ahead(state, job, now));
    var cycles = json.putArray("cycles");
    for (var each : seenCycles) {
      cycle(each, job.id()).ifPresent(cycles::add);
    }
    var advice = json.putArray("advice");
    if (!job.state().isFinal() && job.parts().isEmpty()) {
      new JobQueue(state, settings, now).place(job).ifPresent(advice::add);
      var words = words(state, job, now);
      json.set("reason", Answers.reason(words.outlook().current(reason)));
      json.set("now", words.windows());
      words.advice(refusal(state, job.spec())).forEach(advice::add);
    } else if (job.state().hasIdleWindow()) {
      var outlook = outlook(state, job, job.spec(), now, each -> !each.id().equals(job.id()));
      var sooner = json.putArray("sooner");
      new ExplanationAnswers(state, context.fleet(), job.spec(), outlook)
          .sooner(job.window().orElseThrow(), job.movable())
          .forEach(sooner::add);
    }
    return json;
  }

  private ExplanationAnswers words(BookState state, JobRecord job, long tick) {
    var outlook = outlook(state, job, LiveJobs.payable(state, job.spec()), tick, each -> true);
    return new ExplanationAnswers(state, context.fleet(), job.spec(), outlook);
  }

  private Outlook outlook(
      BookState state, JobRecord job, JobSpec spec, long tick, Predicate<JobRecord> counted) {
    return Outlook.of(state, context.fleet(), settings, spec, job.user(), tick, counted);
  }

  private int ahead(BookState state, JobRecord job, long tick) {
    if (settings.queue().order() != QueueOrder.FIFO) {
      return new JobQueue(state, settings, tick).ahead(job);
    }
    int ahead = 0;
    for (var each : state.openJobs()) {
      if (each.number() >= job.number()) {
        break;
      }
      ahead += each.parts().isEmpty() ? 1 : 0;
    }
    return ahead;
  }

  /**
   * Explains the result of a cycle for a job: the job did not get the time that the cycle left
   * vacant.
   */
  private Optional<ObjectNode> cycle(SeenCycles.Seen seenCycle, String id) {
    var state = seenCycle.state();
    var cycle = state.cycles().get(seenCycle.cycle()).orElseThrow();
    var found = state.job(id).filter(job -> !job.times().submitted().isAfter(cycle.begun()));
    if (found.isEmpty() || cycle.done().isEmpty() || isOver(found.get(), cycle)) {
      return Optional.empty();
    }
    var job = found.get();
    var json = JsonNodeFactory.instance.objectNode();
    json.put("cycle", cycle.number());
    json.put("at", Answers.time(cycle.begun()));
    json.put("considered", cycle.done().get().considered());
    json.put("booked", cycle.done().get().booked());
    json.put("ahead", ahead(state, job, cycle.tick()));
    boolean waits = job.parts().isEmpty() && !job.state().isFinal();
    json.put("outcome", waits ? "waiting" : job.state().label());
    json.set("reason", Answers.reason(job.reason()));
    if (waits) {
      json.set("windows", words(state, job, cycle.tick()).windows());
    } else {
      job.window()
          .ifPresent(
              window -> json.set("window", MarketAnswers.window(state, window, job.nodes())));
    }
    return Optional.of(json);
  }

  /**
   * Returns whether a job had been booked or had ended before a cycle, so that the job did not take
   * part.
   */
  private static boolean isOver(JobRecord job, CycleRecord cycle) {
    return job.times().booked().filter(at -> at.isBefore(cycle.begun())).isPresent()
        || job.times().ended().filter(at -> at.isBefore(cycle.begun())).isPresent();
  }
}
