package io.metasched.simulation.cluster;

import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.resource.actor.Courier;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.model.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * How somebody reaches the owners of a play: each by a line, and those that live in one JVM
 * together.
 *
 * @param system his own
 * @param lines the line to an owner
 * @param places where owners are, as far as that is known; may change at any time
 */
record Reach(
    ActorSystem<?> system,
    IntFunction<ActorRef<Object>> lines,
    SortedMap<Integer, ActorRef<Object>> places) {

  /** A line to each of these domains, and couriers to those of other JVMs. */
  Domains domains(List<Integer> numbers, List<Node> nodes) {
    var refs = new TreeMap<Integer, ActorRef<Domain.Command>>();
    numbers.forEach(number -> refs.put(number, lines.apply(number).narrow()));
    return new Domains(refs, nodes, (commands, replyTo) -> send(refs, commands, replyTo));
  }

  /** A line knows better than we do where somebody is who has come to life elsewhere. */
  private void send(
      SortedMap<Integer, ActorRef<Domain.Command>> refs,
      SortedMap<Integer, ? extends Domain.Command> commands,
      ActorRef<Domain.Reply> replyTo) {
    var letters = new TreeMap<Address, List<Courier.Letter>>(Address.addressOrdering());
    commands.forEach(
        (number, command) -> {
          var place = places.get(number);
          if (place != null
              && place.path().address().hasGlobalScope()
              && command instanceof Domain.SessionCommand session) {
            letters
                .computeIfAbsent(place.path().address(), address -> new ArrayList<>())
                .add(new Courier.Letter(place.narrow(), session));
          } else {
            Objects.requireNonNull(refs.get(number)).tell(command);
          }
        });
    letters.forEach(
        (address, all) ->
            Muster.stage(system, Muster.place(address)).tell(new Stage.Carry(all, replyTo)));
  }
}
