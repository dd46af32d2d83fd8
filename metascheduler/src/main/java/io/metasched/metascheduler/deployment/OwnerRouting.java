package io.metasched.metascheduler.deployment;

import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.resource.actor.CommandBatcher;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.model.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * Routes to the owners of a group: a proxy for each owner, and batches for the owners in one JVM.
 *
 * @param system actor system in which the routes begin
 * @param proxies proxy for each owner
 * @param places references of owners, as far as known; may change at any time
 */
public record OwnerRouting(
    ActorSystem<?> system,
    IntFunction<ActorRef<Object>> proxies,
    SortedMap<Integer, ActorRef<Object>> places)
    implements OwnerActors {

  @Override
  public ActorRef<Object> ref(int number) {
    return proxies.apply(number);
  }

  /**
   * Returns a proxy for each of the domains; commands to domains in another JVM are sent in
   * batches.
   */
  @Override
  public Domains domains(List<Integer> numbers, List<Node> nodes) {
    var refs = new TreeMap<Integer, ActorRef<Domain.Command>>();
    numbers.forEach(number -> refs.put(number, proxies.apply(number).narrow()));
    return new Domains(refs, nodes, (commands, replyTo) -> send(refs, commands, replyTo));
  }

  /**
   * Sends commands: those to other JVMs in batches if possible, all others by proxies, which follow
   * owners that have recovered in other JVMs.
   */
  private void send(
      SortedMap<Integer, ActorRef<Domain.Command>> refs,
      SortedMap<Integer, ? extends Domain.Command> commands,
      ActorRef<Domain.Reply> replyTo) {
    var addressed =
        new TreeMap<Address, List<CommandBatcher.AddressedCommand>>(Address.addressOrdering());
    commands.forEach(
        (number, command) -> {
          var place = places.get(number);
          if (place != null
              && place.path().address().hasGlobalScope()
              && command instanceof Domain.BatchableCommand together) {
            addressed
                .computeIfAbsent(place.path().address(), address -> new ArrayList<>())
                .add(new CommandBatcher.AddressedCommand(place.narrow(), together));
          } else {
            Objects.requireNonNull(refs.get(number)).tell(command);
          }
        });
    addressed.forEach(
        (address, all) ->
            ClusterMembers.services(system, ClusterMembers.place(address))
                .tell(new NodeServices.DeliverBatch(all, replyTo)));
  }
}
