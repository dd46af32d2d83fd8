package io.metasched.service.http;

import akka.NotUsed;
import akka.actor.typed.ActorSystem;
import akka.stream.javadsl.Source;
import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.book.BookState;
import io.metasched.service.book.Decision;
import io.metasched.service.book.Role;
import io.metasched.service.book.TokenRecord;
import io.metasched.service.metrics.CycleHealth;
import io.metasched.service.metrics.PresentMetrics;
import io.metasched.service.metrics.ServiceMetrics;
import io.metasched.service.plan.CycleSettings;
import io.metasched.service.plan.Fleet;
import io.metasched.service.plan.JobCommands;
import io.metasched.service.plan.JobCommands.Result;
import io.metasched.service.run.RunExecutor;
import io.metasched.service.store.BookKeeper;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * What the API is about.
 *
 * @param keeper of the book
 * @param fleet all nodes
 * @param commands what becomes of requests
 * @param cycles how cycles are made
 * @param executor has the output of runs
 * @param clock of the wall
 * @param system runs streams
 * @param version of the program
 * @param metrics of what happens
 * @param present metrics of what is there
 * @param reads holds back what is only read
 * @param cycleHealth whether cycles go on
 * @param work of requests
 */
public record ApiContext(
    BookKeeper keeper,
    Fleet fleet,
    JobCommands commands,
    CycleSettings cycles,
    RunExecutor executor,
    Clock clock,
    ActorSystem<?> system,
    String version,
    ServiceMetrics metrics,
    PresentMetrics present,
    ReadGate reads,
    CycleHealth cycleHealth,
    ApiWork work) {
  private static final Duration TOKEN_CHECK = Duration.ofSeconds(2);

  /**
   * Decides on what a call asks for, in the name of who asks.
   *
   * @return the answer, once its events are committed
   */
  <T> CompletionStage<T> decide(Call call, Function<BookState, Decision<T>> decide) {
    return decide(call.principal(), call.id(), decide);
  }

  /**
   * Decides on what a principal asks for, by a request.
   *
   * @return the answer, once its events are committed
   */
  <T> CompletionStage<T> decide(
      TokenRecord by, String request, Function<BookState, Decision<T>> decide) {
    return apart(keeper.decide(by.principal(), request, bounded(by, decide)));
  }

  /**
   * Decides on all parts of what a call asks for, of which each is refused by itself; all are if
   * the first one may not be written.
   *
   * @return the answers, once their events are committed
   */
  CompletionStage<List<Result>> decideAll(
      Call call, List<Function<BookState, Decision<Result>>> decisions) {
    var by = call.principal();
    var all = new ArrayList<Function<BookState, Decision<Result>>>();
    for (var each : decisions) {
      all.add(
          all.isEmpty()
              ? bounded(by, each)
              : state -> {
                var decision = each.apply(state);
                return refusal(by, state, decision).map(Decision::none).orElse(decision);
              });
    }
    return apart(keeper.decideAll(by.principal(), call.id(), all));
  }

  /** Returns the same, which throws where a principal would write more than it may in a day. */
  private <T> Function<BookState, Decision<T>> bounded(
      TokenRecord by, Function<BookState, Decision<T>> decide) {
    return state -> {
      var decision = decide.apply(state);
      refusal(by, state, decision).ifPresent(Outcomes::refuse);
      return decision;
    };
  }

  private Optional<Result> refusal(TokenRecord by, BookState state, Decision<?> decision) {
    var quotas = commands.market().quotas();
    return by.role() == Role.ADMIN
        ? Optional.empty()
        : quotas.refusal(state, by.principal(), decision.events(), clock.instant());
  }

  /** Has what follows an answer of the book done on other threads than that of its writer. */
  private <T> CompletionStage<T> apart(CompletionStage<T> decided) {
    return decided.thenApplyAsync(answer -> answer, system.executionContext());
  }

  private boolean isStillGood(Call call) {
    return Tokens.isStillGood(call.principal(), keeper.state(), clock.instant());
  }

  /** Throws if the token of a request that has waited is good no more. */
  void requireStillGood(Call call) {
    if (!isStillGood(call)) {
      throw new Problem(
          ProblemType.UNAUTHENTICATED, "the token has been revoked meanwhile, or has expired");
    }
  }

  /** What is sent piece by piece, until the token of who asked for it is good no more. */
  <T> Source<T, NotUsed> whileAllowed(Call call, Source<T, NotUsed> pieces) {
    return pieces
        .map(Optional::of)
        .keepAlive(TOKEN_CHECK, Optional::empty) // has the token looked at, and is not sent
        .takeWhile(piece -> isStillGood(call))
        .filter(Optional::isPresent)
        .map(Optional::orElseThrow);
  }
}
