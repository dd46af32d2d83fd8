package io.metasched.metascheduler.twolevel;

import io.metasched.metascheduler.twolevel.ReservationPlacement.Offer;
import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.ProviderState;
import io.metasched.resource.provider.ReservationAnswer.Reason;
import io.metasched.resource.provider.ReservationDemand;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Selection of a provider for a task, by the states that providers report and by their offers. The
 * selection depends neither on the location of the providers nor on the caller. Tasks are decided
 * one after the other, each by the states of the providers after the earlier tasks.
 *
 * <p>Source: the hierarchical reservation paper, section 4.4. Cost: O(P) per task for P providers.
 * Confined to one thread, because policies may draw random numbers or have a state.
 */
public final class GridChoice {
  /** Memory of the policies for batch jobs and for reservations. */
  public record Memory(long batch, long reservations) {
    /** Memory of policies that have made no choice. */
    public static final Memory NONE = new Memory(0, 0);
  }

  private final BatchPlacement batch;
  private final ReservationPlacement reservations;
  private final int setApart;

  /**
   * @param providers number of providers
   * @throws IllegalArgumentException if no provider is left for batch jobs
   */
  public GridChoice(
      int providers,
      BatchPlacement batch,
      ReservationPlacement reservations,
      GridSettings settings) {
    if (settings.setApart() >= providers) {
      throw new IllegalArgumentException(
          "of %d providers, at most %d can be set apart for reservations, but %d are"
              .formatted(providers, providers - 1, settings.setApart()));
    }
    this.batch = batch;
    this.reservations = reservations;
    setApart = settings.setApart();
  }

  /**
   * Returns the provider of a batch job; empty if the job is too large for all providers that take
   * batch jobs.
   */
  public OptionalInt forBatch(BatchJob job, List<ProviderState> providers) {
    var candidates = able(setApart, providers.size(), job.processors(), providers);
    return candidates.isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(batch.choose(job, candidates, providers));
  }

  /**
   * Returns the reason to refuse a request before any provider is asked; empty if providers must be
   * asked.
   */
  public Optional<Reason> refusal(ReservationDemand request, List<ProviderState> providers) {
    if (!request.least().fitsItsInterval()) {
      return Optional.of(Reason.LONGER_THAN_INTERVAL);
    }
    return asked(request, providers).isEmpty()
        ? Optional.of(Reason.TOO_MANY_PROCESSORS)
        : Optional.empty();
  }

  /** Returns the providers that must be asked for offers, ascending. */
  public List<Integer> asked(ReservationDemand request, List<ProviderState> providers) {
    int end = setApart > 0 ? setApart : providers.size();
    return able(0, end, request.least().processors(), providers);
  }

  /**
   * Returns the offer to accept.
   *
   * @param offers offers of all providers asked, in the order of {@link #asked}, at least one
   */
  public Offer forReservation(
      ReservationDemand request, List<Offer> offers, List<ProviderState> providers) {
    return reservations.choose(request, offers, providers);
  }

  /** Returns whether late reservations are requested again when jobs have ended. */
  public boolean movesLateForward() {
    return reservations.movesLateForward();
  }

  /** Returns the memory of the policies, see {@link BatchPlacement#memory}. */
  public Memory memory() {
    return new Memory(batch.memory(), reservations.memory());
  }

  /** Restores the memory of another instance; this instance must have made no choice. */
  public void restore(Memory memory) {
    batch.restore(memory.batch());
    reservations.restore(memory.reservations());
  }

  private static List<Integer> able(
      int from, int end, int processors, List<ProviderState> providers) {
    return IntStream.range(from, end)
        .filter(i -> providers.get(i).processors() >= processors)
        .boxed()
        .toList();
  }
}
