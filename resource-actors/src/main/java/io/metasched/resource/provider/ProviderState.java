package io.metasched.resource.provider;

/**
 * The state that a provider reports.
 *
 * @param processors how many it has, at least 1
 * @param waiting how many batch jobs wait there, at least 0
 * @param reservedWork processors x ticks of the reservations there that have not begun, at least 0
 */
public record ProviderState(int processors, int waiting, long reservedWork) {

  /**
   * @throws IllegalArgumentException for a provider without a processor, or where less than nothing
   *     waits or is reserved
   */
  public ProviderState {
    if (processors < 1 || waiting < 0 || reservedWork < 0) {
      throw new IllegalArgumentException(
          ("a provider has at least 1 processor, 0 waiting jobs and 0 reserved work, but this has"
                  + " %d, %d and %d")
              .formatted(processors, waiting, reservedWork));
    }
  }

  /** The same with one more waiting job: what is true as soon as one has been sent there. */
  public ProviderState withOneMore() {
    return new ProviderState(processors, waiting + 1, reservedWork);
  }
}
