package io.metasched.service.actor;

import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookEvent.MovesBegun;
import io.metasched.service.book.BookState;
import io.metasched.service.book.CycleRecord.Turn;
import io.metasched.service.plan.CycleByBook;
import io.metasched.service.plan.CycleOutcome;
import io.metasched.service.plan.CyclePlaces;
import io.metasched.service.plan.CycleSettings;
import io.metasched.service.plan.Fleet;
import io.metasched.service.store.BookKeeper;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Entries of the planner into the book. Confined to its actor. */
final class PlannerEntries {
  private final BookKeeper keeper;
  private final Fleet fleet;
  private final CycleSettings settings;
  private final Duration prepareLead;
  private final Clock clock;

  PlannerEntries(PlannerSetup setup) {
    keeper = setup.keeper();
    fleet = setup.fleet();
    settings = setup.settings();
    prepareLead = setup.prepareLead();
    clock = setup.clock();
  }

  private <T> CompletionStage<T> decide(Function<BookState, BookDecision<T>> decide) {
    return keeper.decide(CycleOutcome.BY, "", decide);
  }

  /** Records the rules of the following cycles if they differ from the recorded rules. */
  void rules() {
    var rules = settings.written(fleet, prepareLead);
    decide(
        state ->
            state.rules().filter(rules::equals).isPresent()
                ? BookDecision.none(0)
                : BookDecision.of(new BookEvent.RulesSet(rules), 0));
  }

  /** Records the beginning of moves of booked jobs. */
  CompletionStage<MovesBegun> movesBegun(MovesBegun begun) {
    return decide(state -> BookDecision.of(begun, begun));
  }

  /** Records the planned moves that are still possible. */
  CompletionStage<Integer> movesEnded(MovesBegun begun, List<FlowEvent> plan) {
    return decide(
        state -> {
          long least = state.ticks().at(clock.instant()) + prepareLead.toMillis();
          return new BookDecision<>(
              CycleOutcome.ofMoves(state, fleet, settings, begun, plan, least), 0);
        });
  }

  /** Makes later cycles skip a job, unless the job has changed since the failed planning. */
  CompletionStage<Integer> setAside(CycleByBook.Culprit culprit) {
    var job = culprit.job();
    var text = "planning fails with it: " + culprit.error();
    return decide(
        state ->
            state.job(job.id()).filter(job::equals).isPresent()
                ? BookDecision.of(new BookEvent.JobSetAside(job.id(), text), 0)
                : BookDecision.none(0));
  }

  /** Records the beginning of a cycle; the stage returns the written event. */
  CompletionStage<BookEvent.CycleBegun> cycleBegun(BookState seen, long tick) {
    var turn = CyclePlaces.next(seen, settings, tick).turn();
    return decide(state -> begin(state, tick, seen.seq(), turn));
  }

  private static BookDecision<BookEvent.CycleBegun> begin(
      BookState state, long tick, long seen, Optional<Turn> turn) {
    var last = state.cycles().below(null).iterator();
    int number = last.hasNext() ? last.next().key() + 1 : 0;
    var begun = new BookEvent.CycleBegun(number, tick, seen, turn);
    return BookDecision.of(begun, begun);
  }

  /**
   * Records the end of a cycle and books the bookable part of its plan, as of the time of the
   * decision.
   */
  CompletionStage<Integer> cycleEnded(
      BookEvent.CycleBegun begun, List<FlowEvent> plan, long millis) {
    return decide(
        state -> {
          long bookTick = Math.max(begun.tick(), state.ticks().at(clock.instant()));
          return new BookDecision<>(
              CycleOutcome.of(state, fleet, settings, begun, plan, bookTick, millis), 0);
        });
  }
}
