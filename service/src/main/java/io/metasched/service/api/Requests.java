package io.metasched.service.api;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.metasched.resource.model.Criterion;
import io.metasched.service.book.Dependency;
import io.metasched.service.book.DrainMode;
import io.metasched.service.book.NodeLoss;
import io.metasched.service.book.Role;
import io.metasched.service.book.Transition;
import java.util.Optional;

/** Bodies of requests, checked by the API description and bound to records. */
public final class Requests {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .addModule(new JavaTimeModule())
          .addMixIn(Criterion.class, Labelled.class)
          .addMixIn(Dependency.Outcome.class, Labelled.class)
          .addMixIn(DrainMode.class, Labelled.class)
          .addMixIn(NodeLoss.class, Labelled.class)
          .addMixIn(Role.class, Labelled.class)
          .addMixIn(Transition.class, Labelled.class)
          .build();

  private Requests() {}

  /** Constant with an external name. */
  private interface Labelled {
    @JsonValue
    String label();
  }

  /**
   * Returns a body as a record, whose name is the name of its schema.
   *
   * @throws Problem with the faults of the body by this schema
   */
  public static <T> T read(JsonNode body, Class<T> type) {
    var faults = new BodyFaults(body);
    var schema = ApiDescription.schema(type.getSimpleName());
    var checked = new SchemaCheck(faults).check(schema, body);
    faults.throwAny();
    try {
      return JSON.treeToValue(checked, type);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns a parameter or its default.
   *
   * @param schema name of the parameter in the components of the description
   * @throws Problem if the text is invalid
   */
  public static JsonNode parameter(String name, Optional<String> text, String schema) {
    var of = ApiDescription.schema(schema);
    var value = text.map(each -> node(of, each)).or(of::usual).orElseThrow();
    if (!of.isValid(value)) {
      throw Problem.invalid(name, of.allowed(), text.orElse(""));
    }
    return value;
  }

  private static JsonNode node(Schema schema, String text) {
    return schema.allows("integer") && text.matches("-?\\d{1,18}")
        ? LongNode.valueOf(Long.parseLong(text))
        : TextNode.valueOf(text);
  }
}
