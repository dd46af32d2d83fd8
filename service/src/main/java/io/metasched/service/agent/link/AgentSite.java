package io.metasched.service.agent.link;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * Site of an agent.
 *
 * @param watch reader of the site
 * @param holds orders about holds at the site
 */
public record AgentSite(SiteWatch watch, HoldQueue holds) implements AutoCloseable {
  private static final long READING_SECONDS = 5; // the service waits 10 s for a reply

  /**
   * Carries out an order. If the site refuses a hold, the site is read before the reply, so that
   * the service does not choose the same window again.
   */
  CompletionStage<OrderReply> carryOut(AgentOrder.HoldOrder order) {
    return holds
        .carryOut(order)
        .thenCompose(
            reply ->
                reply instanceof OrderReply.HoldAnswer answer && !answer.held()
                    ? afterReading(reply)
                    : CompletableFuture.completedFuture(reply));
  }

  private CompletionStage<OrderReply> afterReading(OrderReply reply) {
    var read = watch.refresh().toCompletableFuture().copy();
    return read.completeOnTimeout(null, READING_SECONDS, TimeUnit.SECONDS).thenApply(done -> reply);
  }

  @Override
  public void close() {
    watch.close();
    holds.close();
  }
}
