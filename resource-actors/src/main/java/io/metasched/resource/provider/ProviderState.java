package io.metasched.resource.provider;

/**
 * What a provider tells of itself unasked.
 *
 * @param processors how many it has, at least 1
 * @param waiting how many batch jobs wait there, at least 0
 */
public record ProviderState(int processors, int waiting) {

  /**
   * @throws IllegalArgumentException for a provider without a processor, or a queue of negative
   *     length
   */
  public ProviderState {
    if (processors < 1 || waiting < 0) {
      throw new IllegalArgumentException(
          "a provider has at least 1 processor and 0 waiting jobs, but this has %d and %d"
              .formatted(processors, waiting));
    }
  }

  /** The same with one more waiting job: what is true as soon as one has been sent there. */
  public ProviderState withOneMore() {
    return new ProviderState(processors, waiting + 1);
  }
}
