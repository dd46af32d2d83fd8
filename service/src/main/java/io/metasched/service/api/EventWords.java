package io.metasched.service.api;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.Money;
import io.metasched.service.book.Recorded;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Format of events in the API. */
public final class EventWords {
  /** Names by event type, cached because streams need each name thousands of times. */
  private static final ClassValue<String> NAMES =
      new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> type) {
          var simple = type.getSimpleName();
          return simple.replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
        }
      };

  private EventWords() {}

  /** Returns the job of an event. */
  public static Optional<String> job(BookEvent event) {
    return event instanceof BookEvent.OfJob of ? Optional.of(of.id()) : Optional.empty();
  }

  /** Returns the nodes that an event names. */
  public static List<String> nodes(BookEvent event) {
    return event instanceof BookEvent.OfNodes of ? of.nodes() : List.of();
  }

  /** Returns the index of the part that an event concerns. */
  public static Optional<Integer> part(BookEvent event) {
    if (event instanceof BookEvent.PartStarted e) {
      return Optional.of(e.part());
    } else if (event instanceof BookEvent.PartEnded e) {
      return Optional.of(e.part());
    } else if (event instanceof BookEvent.PartRefused e) {
      return Optional.of(e.part());
    } else if (event instanceof BookEvent.PartLost e) {
      return Optional.of(e.part());
    }
    return Optional.empty();
  }

  /** Returns the part of an event that is visible to the owner of these nodes. */
  public static ObjectNode hosted(Recorded recorded, List<String> nodes) {
    var json = json(recorded);
    json.retain("seq", "at", "event", "by", "job", "claim", "kind", "state", "part", "exit");
    nodes.forEach(json.putArray("nodes")::add);
    return json;
  }

  /** Returns the external name of an event. */
  public static String name(BookEvent event) {
    return NAMES.get(event.getClass());
  }

  public static ObjectNode json(Recorded recorded) {
    var event = recorded.event();
    var json = JsonNodeFactory.instance.objectNode();
    json.put("seq", recorded.seq());
    json.put("at", Answers.time(recorded.at()));
    json.put("event", name(event));
    json.put("by", recorded.by());
    job(event).ifPresent(id -> json.put("job", id));
    if (event instanceof BookEvent.ArraySubmitted e) {
      json.put("array", e.id());
    } else if (event instanceof BookEvent.WorkflowSubmitted e) {
      json.put("workflow", e.id());
    } else if (event instanceof BookEvent.IdentityUsed e) {
      json.put("issuer", e.issuer()).put("subject", e.subject()).put("token", e.token());
    } else if (event instanceof BookEvent.OfAccount e) {
      json.put("account", e.account());
      if (e instanceof BookEvent.Transferred transferred) {
        json.put("to", transferred.to());
      }
    } else if (event instanceof BookEvent.PartStarted e) {
      json.put("part", e.part());
    } else if (event instanceof BookEvent.PartEnded e) {
      json.put("part", e.part()).put("exit", e.exitStatus());
      e.note().ifPresent(note -> json.put("text", note));
    } else if (event instanceof BookEvent.PartRefused e) {
      json.put("part", e.part()).put("text", e.why());
    } else if (event instanceof BookEvent.PartLost e) {
      json.put("part", e.part());
      e.bySite().ifPresent(text -> json.put("text", text));
    } else if (event instanceof BookEvent.JobBooked e) {
      json.put("cycle", e.cycle()).put("cost", Money.format(e.window().costMilli()));
      e.nodes().forEach(json.withArray("nodes")::add);
      if (e.awaitsSites()) {
        json.put("unconfirmed", true);
      }
    } else if (event instanceof BookEvent.JobEnded e) {
      json.put("state", e.state().label()).put("code", e.code()).put("text", e.text());
    } else if (event instanceof BookEvent.JobRefused e) {
      json.put("code", e.code()).put("text", e.text());
    } else if (event instanceof BookEvent.JobPostponed e) {
      json.put("code", e.code()).put("text", e.text());
    } else if (event instanceof BookEvent.JobSetAside e) {
      json.put("code", JobRecord.Reason.CANNOT_BE_PLANNED).put("text", e.text());
    } else if (event instanceof BookEvent.JobRequeued e) {
      json.put("code", e.code()).put("text", e.text());
    } else if (event instanceof BookEvent.CycleBegun e) {
      json.put("cycle", e.cycle());
    } else if (event instanceof BookEvent.CycleEnded e) {
      json.put("cycle", e.cycle()).put("booked", e.done().booked());
    } else if (event instanceof BookEvent.NodeDrained e) {
      json.put("node", e.node()).put("mode", e.mode().label()).put("text", e.reason());
    } else if (event instanceof BookEvent.NodeResumed e) {
      json.put("node", e.node());
    } else if (event instanceof BookEvent.JobMoved e) {
      json.put("cost", Money.format(e.window().costMilli()));
      e.nodes().forEach(json.withArray("nodes")::add);
    } else if (event instanceof BookEvent.JobMovePlaced e) {
      json.put("cost", Money.format(e.window().costMilli()));
      e.nodes().forEach(json.withArray("nodes")::add);
    } else if (event instanceof BookEvent.JobMoveRefused e) {
      json.put("code", e.code()).put("text", e.text());
    } else if (event instanceof BookEvent.ClaimMade e) {
      json.put("claim", e.id()).put("kind", e.kind().label());
      e.nodes().forEach(json.withArray("nodes")::add);
    } else if (event instanceof BookEvent.ClaimEnded e) {
      json.put("claim", e.id()).put("state", e.state().label());
    } else if (event instanceof BookEvent.PolicySet e) {
      json.put("node", e.policy().node());
    } else if (event instanceof BookEvent.SalesStopped e) {
      e.nodes().forEach(json.withArray("nodes")::add);
    } else if (event instanceof BookEvent.SiteTermsChanged e) {
      e.nodes().forEach(json.withArray("nodes")::add);
    } else if (event instanceof BookEvent.SiteTimeChanged e) {
      e.nodes().forEach(json.withArray("nodes")::add);
    }
    return json;
  }
}
