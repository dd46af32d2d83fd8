package io.metasched.resource.provider;

/**
 * State reported by a provider.
 *
 * @param processors number of processors, at least 1
 * @param waiting number of waiting batch jobs, at least 0
 * @param reservedWork processors x ticks of the reservations that have not begun, at least 0
 */
public record ProviderState(int processors, int waiting, long reservedWork) {

  /**
   * @throws IllegalArgumentException without a processor, or for a negative number
   */
  public ProviderState {
    if (processors < 1 || waiting < 0 || reservedWork < 0) {
      throw new IllegalArgumentException(
          ("a provider has at least 1 processor, 0 waiting jobs and 0 reserved work, but this has"
                  + " %d, %d and %d")
              .formatted(processors, waiting, reservedWork));
    }
  }

  /** Returns a copy with one more waiting job, as after a submission to the provider. */
  public ProviderState withOneMore() {
    return new ProviderState(processors, waiting + 1, reservedWork);
  }
}
