package io.metasched.service.http;

import io.metasched.service.api.EventWords;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.ClaimRecord;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.Role;
import io.metasched.service.book.TokenRecord;
import java.util.List;
import java.util.Optional;

/**
 * Receivers of an event: all readers, readers of one of its accounts, or the owners of a node, who
 * receive a part of the event.
 *
 * @param everybody whether all readers receive the event
 * @param accounts otherwise, accounts whose readers receive the event; empty if only administrators
 *     receive it
 * @param node otherwise, node whose owners receive a part of the event
 */
record Audience(boolean everybody, List<String> accounts, Optional<String> node) {
  private static final Audience EVERYBODY = new Audience(true, List.of(), Optional.empty());

  private Audience(List<String> accounts) {
    this(false, accounts, Optional.empty());
  }

  /** Returns the owners of a node. */
  static Audience ofNode(String node) {
    return new Audience(false, List.of(), Optional.of(node));
  }

  /** Returns the nodes whose owners receive a part of an event that is not for all readers. */
  static List<String> nodes(BookEvent event, BookState state) {
    if (event instanceof BookEvent.ClaimEnded ended) {
      return state.market().claims().get(ended.id()).map(ClaimRecord::nodes).orElse(List.of());
    } else if (!EventWords.nodes(event).isEmpty()) {
      return EventWords.nodes(event);
    }
    var nodes = EventWords.job(event).flatMap(state::job).map(JobRecord::nodes).orElse(List.of());
    var part = EventWords.part(event);
    return part.isEmpty()
        ? nodes
        : part.filter(number -> number < nodes.size())
            .map(number -> List.of(nodes.get(number)))
            .orElse(List.of());
  }

  /** Returns the receivers of an event, according to the current book. */
  static Audience of(BookEvent event, BookState state) {
    if (event instanceof BookEvent.CycleBegun
        || event instanceof BookEvent.CycleEnded
        || event instanceof BookEvent.NodeDrained
        || event instanceof BookEvent.NodeResumed
        || event instanceof BookEvent.PolicySet
        || event instanceof BookEvent.SalesStopped
        || event instanceof BookEvent.SiteTermsChanged
        || event instanceof BookEvent.SiteTimeChanged) {
      return EVERYBODY;
    } else if (event instanceof BookEvent.ClaimMade made) {
      return new Audience(List.of(made.account()));
    } else if (event instanceof BookEvent.ClaimEnded ended) {
      var claim = state.market().claims().get(ended.id());
      return new Audience(claim.map(ClaimRecord::account).stream().toList());
    } else if (event instanceof BookEvent.ArraySubmitted submitted) {
      return new Audience(List.of(submitted.spec().account()));
    } else if (event instanceof BookEvent.WorkflowSubmitted submitted) {
      return new Audience(List.of(submitted.workflow().account()));
    } else if (event instanceof BookEvent.Transferred transferred) {
      return new Audience(List.of(transferred.account(), transferred.to()));
    } else if (event instanceof BookEvent.OfAccount of) {
      return new Audience(List.of(of.account()));
    }
    var job = EventWords.job(event).flatMap(state::job);
    return new Audience(job.map(each -> each.spec().account()).stream().toList());
  }

  /** Returns whether a reader is among the receivers. */
  boolean has(TokenRecord reader) {
    return node.isPresent()
        ? !reader.owned(List.of(node.get())).isEmpty()
        : everybody || reader.role() == Role.ADMIN || accounts.stream().anyMatch(reader::maySee);
  }
}
