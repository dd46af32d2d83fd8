package io.metasched.resource.owner;

import io.metasched.resource.model.Span;

/**
 * A local job in its place.
 *
 * @param job the job
 * @param span when it occupies the node
 * @param planned true for the static load known when a horizon opens, false for a job that arrived
 */
public record LocalRun(LocalJob job, Span span, boolean planned) {

  public long waitTicks() {
    return span.start() - job.arrivalTick();
  }
}
