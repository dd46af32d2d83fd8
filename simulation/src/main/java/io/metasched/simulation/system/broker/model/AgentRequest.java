package io.metasched.simulation.system.broker.model;

import io.metasched.metascheduler.broker.BrokerInput;
import io.metasched.metascheduler.broker.BrokerRules;
import io.metasched.metascheduler.broker.NegotiationCommand;
import io.metasched.resource.broker.AgentBook;

/** Translation of a broker's requests into calls of an agent's book. */
final class AgentRequest {
  private AgentRequest() {}

  /**
   * Executes a request and returns the input for the broker. Offers and holds expire {@code
   * offerTicks} and {@code holdTicks} of the rules after {@code nowTick}.
   *
   * @param broker number of the broker that sent the request
   */
  static BrokerInput answer(
      AgentBook book, NegotiationCommand command, int broker, BrokerRules rules, long nowTick) {
    int agent = command.agent();
    if (command instanceof NegotiationCommand.Offer c) {
      long lapse = nowTick + rules.offerTicks();
      var answer = book.offer(broker, c.round(), c.tasks(), nowTick, lapse);
      return new BrokerInput.Offered(agent, c.round(), answer);
    } else if (command instanceof NegotiationCommand.Hold c) {
      long lapse = nowTick + rules.holdTicks();
      var answer = book.hold(broker, c.round(), c.tasks(), nowTick, lapse);
      return new BrokerInput.Held(agent, c.round(), answer);
    } else if (command instanceof NegotiationCommand.Commit c) {
      return new BrokerInput.Committed(agent, c.round(), book.commit(c.holds(), nowTick));
    } else if (command instanceof NegotiationCommand.Release c) {
      book.release(c.holds(), nowTick);
      return new BrokerInput.Released(agent, c.holds());
    }
    var c = (NegotiationCommand.Cancel) command;
    return new BrokerInput.Cancelled(agent, c.task(), book.cancel(c.user(), c.task(), nowTick));
  }
}
