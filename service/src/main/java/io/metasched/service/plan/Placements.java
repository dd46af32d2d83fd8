package io.metasched.service.plan;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Window;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobRecord.Reason;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Check of planned windows against the current state of the book and the windows that were placed
 * before: a window must be vacant, for sale at the planned price and within the limits of its job
 * and account, and the account, and the budget of the workflow, must pay for it. Confined to one
 * thread.
 */
final class Placements {
  private final BookState state;
  private final Fleet fleet;
  private final long planTick;
  private final long bookTick;
  private final OwnersPricing pricing;
  private final Vacancy vacancy;
  private final WorkflowWindows windows;
  private final AccountLoads loads;
  private final TreeMap<String, Long> spent = new TreeMap<>(); // by account

  /**
   * Creates the check of a plan.
   *
   * @param planTick tick of the snapshot, at whose prices the plan was made
   * @param bookTick tick of the booking
   */
  Placements(BookState state, Fleet fleet, long planTick, long bookTick) {
    this.state = state;
    this.fleet = fleet;
    this.planTick = planTick;
    this.bookTick = bookTick;
    pricing = new OwnersPricing(state, fleet);
    vacancy = Vacancy.of(state, fleet, CycleOutcome.ALL_TIME);
    windows = new WorkflowWindows(state);
    loads = new AccountLoads(state);
  }

  Vacancy vacancy() {
    return vacancy;
  }

  WorkflowWindows windows() {
    return windows;
  }

  AccountLoads loads() {
    return loads;
  }

  /** Takes the time of a window for a job. */
  void take(JobRecord job, Window window) {
    vacancy.take(window);
    loads.take(job, window);
    windows.take(job.id(), window);
  }

  /**
   * Returns the reason why a job cannot have a window, if there is one.
   *
   * @param milli additional money that the window needs, in 1/1000
   */
  Optional<Reason> refusal(JobRecord job, Window window, long milli) {
    return refusal(job, window, milli, vacancy);
  }

  /**
   * Returns the reason why a job cannot have a window, if there is one.
   *
   * @param vacant time that counts as vacant
   */
  Optional<Reason> refusal(JobRecord job, Window window, long milli, Vacancy vacant) {
    return refusal(window, vacant)
        .or(() -> misfit(job, window))
        .or(() -> unpaid(job, milli))
        .or(() -> windows.refusal(job, window, milli))
        .or(() -> loads.refusal(job, window));
  }

  /** Returns the reason why no job can book a window in the current state, if there is one. */
  private Optional<Reason> refusal(Window window, Vacancy vacant) {
    var drain =
        fleet.names(window).stream().flatMap(node -> state.drain(node).stream()).findFirst();
    if (drain.isPresent()) {
      var text = NodeCommands.text(drain.get().node(), drain.get().reason());
      return Optional.of(new Reason(NodeCommands.DRAINED, text));
    } else if (window.start() < bookTick) {
      return Optional.of(FlowWords.tooLate(fleet.name(window.parts().get(0).node())));
    } else if (!vacant.isFree(window)) {
      return Optional.of(FlowWords.TAKEN);
    }
    return window.parts().stream()
        .filter(part -> !isSold(part))
        .findFirst()
        .map(part -> FlowWords.notSold(fleet.name(part.node())));
  }

  private boolean isSold(Part part) {
    var node = fleet.numbered().get(part.node());
    return pricing.sells(node, part.span(), part.priceMilli(), planTick);
  }

  private Optional<Reason> misfit(JobRecord job, Window window) {
    boolean isWithin =
        window.parts().size() == job.spec().nodes()
            && OfferCommands.isWithin(state, job.spec(), window);
    return isWithin
        ? AcceptedSites.refused(state, job.spec(), fleet.names(window)).map(FlowWords::notSold)
        : Optional.of(FlowWords.CHANGED);
  }

  private Optional<Reason> unpaid(JobRecord job, long milli) {
    long available = available(job.spec().account());
    return milli <= available
        ? Optional.empty()
        : Optional.of(
            JobAdmission.unpaid(state, job.spec().account(), "costs", milli, available).why());
  }

  /** Counts money that a window of a job costs in addition. */
  void spend(JobRecord job, long milli) {
    spent.merge(job.spec().account(), milli, Long::sum);
    windows.spend(job, milli);
  }

  /** Returns the money of an account that is not spent, in 1/1000. */
  long available(String account) {
    long balance = state.account(account).orElseThrow().balanceMilli();
    return balance - spent.getOrDefault(account, 0L);
  }
}
