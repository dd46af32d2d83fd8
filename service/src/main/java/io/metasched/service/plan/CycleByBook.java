package io.metasched.service.plan;

import io.metasched.metascheduler.flow.FlowEvent;
import io.metasched.metascheduler.scheduling.BookingProcess;
import io.metasched.metascheduler.scheduling.CycleReport;
import io.metasched.metascheduler.scheduling.VoScheduler;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Window;
import io.metasched.resource.owner.Refusal;
import io.metasched.resource.pricing.Pricing;
import io.metasched.service.book.BookState;
import java.util.ArrayList;
import java.util.List;

/**
 * What the scheduler's actors decide in a cycle, from the book alone and on one thread: the same
 * scheduler and policy, on the time that the book says is vacant.
 */
public final class CycleByBook {
  private CycleByBook() {}

  /**
   * A cycle.
   *
   * @param seen what the scheduler knows
   * @param tick when its snapshot is taken
   * @param bookTick when its plan is booked
   * @return what happens in it, in order
   */
  public static List<FlowEvent> cycle(
      BookState seen, Fleet fleet, CycleSettings settings, int cycle, long tick, long bookTick) {
    var pricing = OwnersPricing.of(seen, fleet);
    var scheduler = settings.scheduler(fleet, pricing);
    scheduler.restore(LiveJobs.flow(seen, LiveJobs.booked(seen, fleet)), null);
    LiveJobs.considered(seen, settings, tick)
        .forEach(job -> scheduler.submit(LiveJobs.job(seen, job), tick));
    run(scheduler, seen, fleet, pricing, cycle, tick, bookTick);
    return List.copyOf(scheduler.flow().history());
  }

  /** A scheduler that has its jobs plans them in a cycle, and books what it has planned. */
  static void run(
      VoScheduler scheduler,
      BookState seen,
      Fleet fleet,
      Pricing pricing,
      int cycle,
      long tick,
      long bookTick) {
    var batch = scheduler.open(cycle, tick, List.of());
    if (batch.jobs().isEmpty()) {
      return;
    }
    var vacancy = Vacancy.of(seen, fleet, batch.horizon());
    var table = vacancy.table(pricing, batch.horizon(), tick);
    var booking =
        scheduler.book(
            scheduler.plan(scheduler.snapshot(batch, table.copy(), table.size())), bookTick);
    for (var step = booking.next(); step.isPresent(); step = booking.next()) {
      if (step.get() instanceof BookingProcess.BookWindow wanted) {
        var window = wanted.window();
        if (window.start() < bookTick) {
          booking.refused(window.parts().get(0).node(), Refusal.IN_THE_PAST);
        } else {
          booking.booked(); // nobody else comes in between
        }
      } else {
        booking.uncontended(table);
      }
    }
  }

  /**
   * Booked jobs may move, as time has come free.
   *
   * @param seen what the scheduler knows
   * @param tick when, in ticks
   * @param from what moves does not begin before this tick
   * @param until to which tick it plans
   */
  public static List<FlowEvent> moves(
      BookState seen, Fleet fleet, CycleSettings settings, long tick, long from, long until) {
    var pricing = OwnersPricing.of(seen, fleet);
    var scheduler = settings.scheduler(fleet, pricing);
    long planned = until - settings.horizon().toMillis();
    scheduler.restore(
        LiveJobs.flow(seen, LiveJobs.booked(seen, fleet)),
        new CycleReport(-1, planned, 0, 0, 0, 0, 0, 0, 0, 0));
    var promised = scheduler.promised(from);
    if (promised.isEmpty()) {
      return List.of();
    }
    var own = new ArrayList<Slot>();
    promised.forEach(job -> own.addAll(job.ownSlots()));
    var horizon = scheduler.replanHorizon(from);
    var vacancy = Vacancy.of(seen, fleet, horizon);
    var moves = scheduler.replan(from, promised, vacancy.table(pricing, horizon, tick, own));
    var round = scheduler.move(FlowEvent.NO_CYCLE, moves, tick);
    for (var move = round.next(); move.isPresent(); move = round.next()) {
      if (moved(vacancy, move.get().from(), move.get().to())) {
        round.moved();
      } else {
        round.refused();
      }
    }
    return List.copyOf(scheduler.flow().history());
  }

  private static boolean moved(Vacancy vacancy, Window from, Window to) {
    vacancy.giveBack(from);
    boolean isFree = vacancy.isFree(to);
    vacancy.take(isFree ? to : from);
    return isFree;
  }
}
