package io.metasched.service.http;

import akka.NotUsed;
import akka.actor.typed.ActorSystem;
import akka.stream.javadsl.Source;
import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookState;
import io.metasched.service.book.Role;
import io.metasched.service.book.TokenRecord;
import io.metasched.service.config.NotificationSettings;
import io.metasched.service.metrics.CycleHealth;
import io.metasched.service.metrics.PresentMetrics;
import io.metasched.service.metrics.ServiceMetrics;
import io.metasched.service.notice.NoticeBoard;
import io.metasched.service.plan.CycleSettings;
import io.metasched.service.plan.Fleet;
import io.metasched.service.plan.JobCommands;
import io.metasched.service.plan.JobCommands.Result;
import io.metasched.service.run.RunExecutor;
import io.metasched.service.store.BookKeeper;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Dependencies of the API.
 *
 * @param keeper writer of the book
 * @param fleet all nodes
 * @param commands executor of commands on jobs and the market
 * @param cycles settings of the cycles
 * @param highestPriority highest priority that users may give to a job
 * @param executor source of the output of runs
 * @param clock wall clock
 * @param system actor system that runs streams
 * @param version version of the program
 * @param metrics counters of events
 * @param present gauges of the current state
 * @param reads gate for read-only requests
 * @param cycleHealth monitor of the progress of cycles
 * @param notifications settings of notifications
 * @param notices present deliveries of notifications
 * @param work queues of request work
 */
public record ApiContext(
    BookKeeper keeper,
    Fleet fleet,
    JobCommands commands,
    CycleSettings cycles,
    int highestPriority,
    RunExecutor executor,
    Clock clock,
    ActorSystem<?> system,
    String version,
    ServiceMetrics metrics,
    PresentMetrics present,
    ReadGate reads,
    CycleHealth cycleHealth,
    NotificationSettings notifications,
    NoticeBoard notices,
    ApiWork work) {
  private static final Duration TOKEN_CHECK = Duration.ofSeconds(2);

  BookState state() {
    return keeper.state();
  }

  Instant now() {
    return clock.instant();
  }

  /**
   * Executes a command on jobs or the market for the principal of a call.
   *
   * @return the result, after the events of the command are committed; a {@link Problem} if the
   *     command is refused
   */
  CompletionStage<Result> execute(Call call, Function<BookState, BookDecision<Result>> command) {
    return decide(call, command).thenApply(Outcomes::requireDone);
  }

  /**
   * Executes the decision of a call for its principal.
   *
   * @return the answer, after the events of the decision are committed
   */
  <T> CompletionStage<T> decide(Call call, Function<BookState, BookDecision<T>> decide) {
    return decide(call.principal(), call.id(), decide);
  }

  /**
   * Executes the decision of a request for a principal.
   *
   * @return the answer, after the events of the decision are committed
   */
  <T> CompletionStage<T> decide(
      TokenRecord by, String request, Function<BookState, BookDecision<T>> decide) {
    return apart(keeper.decide(by.principal(), request, bounded(by, decide)));
  }

  /**
   * Executes all decisions of a call, each of which can be refused separately. All decisions are
   * refused if the daily write limit rejects the first decision.
   *
   * @return the answers, after the events of all decisions are committed
   */
  CompletionStage<List<Result>> decideAll(
      Call call, List<Function<BookState, BookDecision<Result>>> decisions) {
    var by = call.principal();
    var all = new ArrayList<Function<BookState, BookDecision<Result>>>();
    for (var each : decisions) {
      all.add(
          all.isEmpty()
              ? bounded(by, each)
              : state -> {
                var decision = each.apply(state).after(by.use());
                return refusal(by, state, decision).map(BookDecision::none).orElse(decision);
              });
    }
    return apart(keeper.decideAll(by.principal(), call.id(), all));
  }

  /** Throws the reason why a decision of a call would be refused now; nothing is stored. */
  void requireAccepted(Call call, Function<BookState, BookDecision<Result>> decide) {
    Outcomes.requireDone(bounded(call.principal(), decide).apply(state()).answer());
  }

  /** Returns a decision that throws if the principal exceeds its daily write limit. */
  private <T> Function<BookState, BookDecision<T>> bounded(
      TokenRecord by, Function<BookState, BookDecision<T>> decide) {
    return state -> {
      var decision = decide.apply(state).after(by.use());
      refusal(by, state, decision).ifPresent(Outcomes::requireDone);
      return decision;
    };
  }

  private Optional<Result> refusal(TokenRecord by, BookState state, BookDecision<?> decision) {
    var quotas = commands.market().quotas();
    return by.role() == Role.ADMIN
        ? Optional.empty()
        : quotas.refusal(state, by.principal(), decision.events(), clock.instant());
  }

  /** Moves the continuation of a decision from the writer's thread to other threads. */
  private <T> CompletionStage<T> apart(CompletionStage<T> decided) {
    return decided.thenApplyAsync(answer -> answer, system.executionContext());
  }

  private boolean isStillGood(Call call) {
    return Tokens.isStillGood(call.principal(), keeper.state(), clock.instant());
  }

  /** Throws if the token of a request that has waited is no longer valid. */
  void requireStillGood(Call call) {
    if (!isStillGood(call)) {
      throw new Problem(
          ProblemType.UNAUTHENTICATED,
          "the token has been revoked in the meantime, or has expired");
    }
  }

  /** Returns a stream that ends when the token of its caller becomes invalid. */
  <T> Source<T, NotUsed> whileAllowed(Call call, Source<T, NotUsed> pieces) {
    return pieces
        .map(Optional::of)
        .keepAlive(TOKEN_CHECK, Optional::empty) // triggers a check of the token, and is not sent
        .takeWhile(piece -> isStillGood(call))
        .filter(Optional::isPresent)
        .map(Optional::orElseThrow);
  }
}
