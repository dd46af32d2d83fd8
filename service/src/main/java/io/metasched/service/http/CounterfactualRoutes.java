package io.metasched.service.http;

import akka.NotUsed;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpResponse;
import akka.stream.javadsl.Source;
import akka.util.ByteString;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.api.CounterfactualAnswers;
import io.metasched.service.api.PolicyRequest;
import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.api.WhatIfRequest;
import io.metasched.service.book.BookJson;
import io.metasched.service.book.BookState;
import io.metasched.service.book.Recorded;
import io.metasched.service.book.SchedulerRules;
import io.metasched.service.counterfactual.Counterfactual;
import io.metasched.service.counterfactual.Stretch;
import io.metasched.service.history.LeftOut;
import io.metasched.service.store.BookKeeper;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Routes for replays of the recorded history with other settings. Requests are processed one at a
 * time, in turns by principal, and only while the client is connected. While a request is
 * processed, a space is sent every second.
 */
record CounterfactualRoutes(ApiContext context) {
  private static final int EVENTS_AT_ONCE = 1000;
  private static final int MOST_BEFORE = 1_000_000;
  private static final int MOST_EVENTS = 200_000;
  // of JSON; events in memory take a multiple of these bytes
  private static final long MOST_BYTES = Runtime.getRuntime().maxMemory() / 8;
  private static final Duration MOST_TIME = Duration.ofSeconds(60);
  private static final Duration BREATH = Duration.ofSeconds(1);

  List<Route> routes() {
    return List.of(
        new Route("POST", "/v1/whatif", false, this::policies),
        new Route("POST", "/v1/nodes/{node}/policy:preview", false, this::price));
  }

  private CompletionStage<HttpResponse> policies(Call call) {
    call.requireAdmin();
    var wanted = WhatIfRequest.read(call.requiredBody());
    return answer(
        call,
        wanted.last(),
        question -> {
          var json = CounterfactualAnswers.stretch(question.stretch());
          json.set("recorded", question.recorded());
          var runs = json.putArray("runs");
          wanted
              .policies()
              .forEach(name -> runs.add(question.run(Counterfactual.Change.policy(name))));
          return json;
        });
  }

  private CompletionStage<HttpResponse> price(Call call) {
    var name = call.path().get(0);
    var node =
        context.fleet().nodes().stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(() -> Problem.notFound("node", name));
    call.requireOwnerOf(name);
    var policy = PolicyRequest.read(call.requiredBody(), name, node.priceMilli());
    var last = WhatIfRequest.last(call.query("last"));
    return answer(
        call,
        last,
        question -> {
          var json = CounterfactualAnswers.stretch(question.stretch()).put("node", name);
          json.set("recorded", question.recorded(name));
          json.set("again", question.run(Counterfactual.Change.NONE, name));
          var change = new Counterfactual.Change(Optional.empty(), Optional.of(policy));
          json.set("preview", question.run(change, name));
          return json;
        });
  }

  /** Request on an interval of the history, whose client may have disconnected. */
  private record Question(Stretch stretch, SchedulerRules rules, BooleanSupplier goesOn) {
    ObjectNode recorded() {
      return CounterfactualAnswers.outcome(stretch, Counterfactual.recorded(stretch, rules));
    }

    ObjectNode recorded(String node) {
      return CounterfactualAnswers.ofNode(stretch, Counterfactual.recorded(stretch, rules), node);
    }

    ObjectNode run(Counterfactual.Change change) {
      return CounterfactualAnswers.outcome(
          stretch, Counterfactual.run(stretch, rules, change, goesOn));
    }

    ObjectNode run(Counterfactual.Change change, String node) {
      return CounterfactualAnswers.ofNode(
          stretch, Counterfactual.run(stretch, rules, change, goesOn), node);
    }
  }

  private CompletionStage<HttpResponse> answer(
      Call call, Duration last, Function<Question, ObjectNode> answer) {
    var stopped = new AtomicBoolean();
    var read = new CompletableFuture<HttpResponse>();
    var made = new CompletableFuture<ByteString>();
    var unused =
        context
            .work()
            .reruns()
            .run(
                call.principal(),
                () -> {
                  work(call, last, answer, stopped, read, made);
                  return true;
                });
    return read;
  }

  private void work(
      Call call,
      Duration last,
      Function<Question, ObjectNode> answer,
      AtomicBoolean stopped,
      CompletableFuture<HttpResponse> read,
      CompletableFuture<ByteString> made) {
    try {
      long until = System.nanoTime() + MOST_TIME.toNanos();
      var end = context.state();
      var rules =
          end.rules()
              .orElseThrow(
                  () -> new Problem(ProblemType.NOT_READY, "no scheduler rules are recorded yet"));
      var now = context.now();
      var stretch = stretch(context.keeper(), end, last, now, new Most(MOST_EVENTS, MOST_BYTES));
      read.complete(streamed(call, made, stopped));
      BooleanSupplier goesOn = () -> !stopped.get() && System.nanoTime() < until;
      made.complete(
          ByteString.fromString(answer.apply(new Question(stretch, rules, goesOn)) + "\n"));
    } catch (RuntimeException e) {
      read.completeExceptionally(e);
      made.completeExceptionally(e);
    }
  }

  private HttpResponse streamed(
      Call call, CompletableFuture<ByteString> made, AtomicBoolean stopped) {
    Source<ByteString, NotUsed> source =
        context
            .whileAllowed(
                call,
                Source.completionStage(made).keepAlive(BREATH, () -> ByteString.fromString(" ")))
            .watchTermination(
                (nothing, over) -> {
                  var unused = over.whenComplete((done, error) -> stopped.set(true));
                  return nothing;
                });
    return HttpResponse.create()
        .withEntity(HttpEntities.createChunked(ContentTypes.APPLICATION_JSON, source));
  }

  /** Bounds on the events to read. */
  record Most(int events, long bytes) {}

  /**
   * Returns the recorded interval of the given length, or the whole history if the history is
   * shorter.
   *
   * @throws Problem if the interval has too many events
   */
  static Stretch stretch(BookKeeper keeper, BookState end, Duration last, Instant now, Most most) {
    var begins = now.minus(last);
    var state = keeper.stored().before(begins);
    var events = new ArrayList<Recorded>();
    int before = 0;
    long bytes = 0;
    for (long after = state.seq(); after < end.seq(); ) {
      for (var each : keeper.events(after, EVENTS_AT_ONCE)) {
        after = each.seq();
        boolean isFounding = state.origin().equals(Instant.EPOCH);
        if (events.isEmpty() && (isFounding || each.at().isBefore(begins))) {
          before++;
          state = state.after(each);
        } else if (after <= end.seq()) {
          // commands and files of jobs would be many times larger than the rest of the event
          var event = LeftOut.of(each.event());
          bytes += BookJson.size(event);
          events.add(new Recorded(each.seq(), each.at(), each.by(), each.request(), event));
        }
      }
      if (before > MOST_BEFORE || events.size() > most.events() || bytes > most.bytes()) {
        throw new Problem(
            ProblemType.TOO_LARGE,
            "the history of %s has more than %d events or %d MiB, or begins more than %d after the last"
                    .formatted(last, most.events(), most.bytes() >> 20, MOST_BEFORE)
                + " snapshot: request a shorter time");
      }
    }
    boolean isAll = before <= 1 && !events.isEmpty();
    return new Stretch(state, events, end, isAll ? later(begins, events.get(0).at()) : begins, now);
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
