package io.metasched.service.run;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import io.metasched.metascheduler.program.Sha256;
import java.io.IOException;
import java.io.Serial;
import java.util.Collection;
import java.util.function.BiConsumer;

/**
 * Input of a job whose content is stored separately under its digest.
 *
 * @param path path relative to the working folder and inside it
 * @param sha256 SHA-256 of the content, in hexadecimal digits
 * @param bytes size of the content in bytes
 */
@JsonDeserialize(using = StoredInput.Reader.class)
public record StoredInput(String path, String sha256, int bytes) {
  /**
   * Name of the reader's attribute that receives the contents which jobs of old books include: a
   * thread-safe {@code BiConsumer} of digest and content.
   */
  public static final String FOUND = "contents of inputs";

  /** Creates the reference to the content of a file. */
  public static StoredInput of(StagedFile file) {
    var content = file.bytes();
    return new StoredInput(file.path(), Sha256.of(content), content.length);
  }

  /** Returns the total size of inputs in bytes. */
  public static long bytes(Collection<StoredInput> inputs) {
    return inputs.stream().mapToLong(StoredInput::bytes).sum();
  }

  /** Deserializer of an input, including an input in an old book, which contains the content. */
  static final class Reader extends StdDeserializer<StoredInput> {
    @Serial private static final long serialVersionUID = 1;

    Reader() {
      super(StoredInput.class);
    }

    @Override
    public StoredInput deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      JsonNode json = context.readTree(parser);
      var path = json.path("path").asText();
      if (!json.has("text")) {
        return new StoredInput(path, json.path("sha256").asText(), json.path("bytes").asInt());
      }
      var file =
          new StagedFile(path, json.path("text").asText(), json.path("base64").asBoolean(false));
      var stored = of(file);
      if (context.getAttribute(FOUND) instanceof BiConsumer<?, ?> found) {
        @SuppressWarnings("unchecked") // the type is documented at FOUND
        var taker = (BiConsumer<String, byte[]>) found;
        taker.accept(stored.sha256(), file.bytes());
      }
      return stored;
    }
  }
}
