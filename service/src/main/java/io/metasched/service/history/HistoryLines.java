package io.metasched.service.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.util.RawValue;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookJson;
import io.metasched.service.book.DeliveryCursor;
import io.metasched.service.book.Recorded;
import io.metasched.service.book.SnapshotRow;
import io.metasched.service.book.SnapshotRows;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Lines of a history, each a JSON object: a head, the rows of a state, the events after this state,
 * and an end, which proves that the history is complete and unchanged. A backup is a history from
 * which nothing is left out, with the inputs of open jobs and the progress of notifications among
 * the events.
 */
final class HistoryLines {
  private static final String HEAD = "head";
  private static final String BACKUP = "backup";

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .addModule(new JavaTimeModule())
          .annotationIntrospector(new EarlierVersions())
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /**
   * Rule that each field is required except optional fields and lists that are not written if they
   * are empty: histories of earlier versions may lack them.
   */
  private static final class EarlierVersions extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1L;

    @Override
    public Boolean hasRequiredMarker(AnnotatedMember member) {
      return !Optional.class.isAssignableFrom(member.getRawType()) && !mayLack(member);
    }

    @Override
    public JsonSetter.Value findSetterInfo(Annotated member) {
      return mayLack(member)
          ? JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)
          : super.findSetterInfo(member);
    }

    private static boolean mayLack(Annotated member) {
      var written = member.getAnnotation(JsonInclude.class);
      return written != null && written.value() == JsonInclude.Include.NON_EMPTY;
    }
  }

  private HistoryLines() {}

  /** Line of any kind. */
  sealed interface Line {}

  /**
   * First line.
   *
   * @param from number of the last event in the state
   * @param to number of the last event; of a backup, when its writing began
   * @param isBackup whether nothing is left out, and inputs are among the lines
   */
  record Head(int version, String program, long from, long to, boolean isBackup) implements Line {}

  /** Row of the state. */
  record Row(SnapshotRow row) implements Line {}

  /** Line of an event of the history. */
  record Event(Recorded recorded) implements Line {}

  /** Content of an input of a job, in Base64; only in backups. */
  record Input(String sha256, String content) implements Line {}

  /** Progress of the notifications of a receiver; only in backups. */
  record Cursor(String receiver, DeliveryCursor cursor) implements Line {}

  /**
   * Last line.
   *
   * @param lines number of lines before this line
   * @param placements digest of all booked windows
   * @param sha256 SHA-256 of all lines before this line
   */
  record End(long lines, String placements, String sha256) implements Line {}

  // --- to text

  static String text(Head head) {
    var json = MAPPER.createObjectNode().put("line", head.isBackup() ? BACKUP : HEAD);
    json.put("version", head.version()).put("program", head.program());
    return json.put("from", head.from()).put("to", head.to()).toString();
  }

  static String text(SnapshotRow row) {
    var json = MAPPER.createObjectNode().put("line", "state");
    return json.put("kind", SnapshotRows.kind(row))
        .putRawValue("row", raw(BookJson.write((Object) row)))
        .toString();
  }

  static String text(Recorded recorded) {
    var json = MAPPER.createObjectNode().put("line", "event").put("seq", recorded.seq());
    json.put("at", recorded.at().toString());
    json.put("by", recorded.by()).put("request", recorded.request());
    return json.putRawValue("event", raw(BookJson.write(recorded.event()))).toString();
  }

  static String text(Input input) {
    var json = MAPPER.createObjectNode().put("line", "input").put("sha256", input.sha256());
    return json.put("content", input.content()).toString();
  }

  static String text(Cursor cursor) {
    var json = MAPPER.createObjectNode().put("line", "cursor").put("receiver", cursor.receiver());
    return json.put("seq", cursor.cursor().seq())
        .put("givenUp", cursor.cursor().givenUp())
        .toString();
  }

  static String text(End end) {
    var json = MAPPER.createObjectNode().put("line", "end").put("lines", end.lines());
    return json.put("placements", end.placements()).put("sha256", end.sha256()).toString();
  }

  private static RawValue raw(String json) {
    return new RawValue(json);
  }

  // --- from text

  /**
   * Parses a line.
   *
   * @throws HistoryException if the text is not a line of a history
   */
  static Line read(String text) {
    try {
      var json = MAPPER.readTree(text);
      return switch (json.path("line").asText()) {
        case HEAD, BACKUP -> head(json);
        case "state" -> {
          require(json, List.of("line", "kind", "row"));
          var type = SnapshotRows.type(json.path("kind").asText());
          yield new Row(MAPPER.treeToValue(json.path("row"), type));
        }
        case "event" -> event(json);
        case "input" -> {
          require(json, List.of("line", "sha256", "content"));
          yield new Input(json.path("sha256").asText(), json.path("content").asText());
        }
        case "cursor" -> {
          require(json, List.of("line", "receiver", "seq", "givenUp"));
          var cursor = new DeliveryCursor(whole(json, "seq"), whole(json, "givenUp"));
          yield new Cursor(json.path("receiver").asText(), cursor);
        }
        case "end" -> {
          require(json, List.of("line", "lines", "placements", "sha256"));
          yield new End(
              whole(json, "lines"), json.path("placements").asText(), json.path("sha256").asText());
        }
        default -> throw new HistoryException("it is not a line of a history");
      };
    } catch (JsonProcessingException e) {
      throw new HistoryException("it is not a line of a history: " + e.getOriginalMessage());
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new HistoryException(String.valueOf(e.getMessage()));
    }
  }

  private static Head head(JsonNode json) {
    long version = whole(json, "version");
    if (version != HistoryFile.VERSION) {
      throw new HistoryException(
          "version: allowed is %d, given was %d".formatted(HistoryFile.VERSION, version));
    }
    require(json, List.of("line", "version", "program", "from", "to"));
    return new Head(
        HistoryFile.VERSION,
        json.path("program").asText(),
        whole(json, "from"),
        whole(json, "to"),
        json.path("line").asText().equals(BACKUP));
  }

  private static Event event(JsonNode json) throws JsonProcessingException {
    require(json, List.of("line", "seq", "at", "by", "request", "event"));
    return new Event(
        new Recorded(
            whole(json, "seq"),
            MAPPER.treeToValue(json.path("at"), Instant.class),
            json.path("by").asText(),
            json.path("request").asText(),
            MAPPER.treeToValue(json.path("event"), BookEvent.class)));
  }

  private static long whole(JsonNode json, String name) {
    var number = json.path(name);
    if (!number.canConvertToLong() || !number.isIntegralNumber() || number.longValue() < 0) {
      throw new HistoryException("%s: allowed is a whole number".formatted(name));
    }
    return number.longValue();
  }

  private static void require(JsonNode json, List<String> names) {
    var given = new TreeSet<String>();
    json.fieldNames().forEachRemaining(given::add);
    if (!given.equals(new TreeSet<>(names))) {
      throw new HistoryException(
          "allowed are the members %s, given were %s"
              .formatted(List.copyOf(new TreeSet<>(names)), given));
    }
  }
}
