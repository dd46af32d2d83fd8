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
 * An input of a job whose content is kept apart from the job, under its digest.
 *
 * @param path relative, inside the working folder
 * @param sha256 of the content, in hexadecimal digits
 * @param bytes of the content
 */
@JsonDeserialize(using = StoredInput.Reader.class)
public record StoredInput(String path, String sha256, int bytes) {
  /**
   * Names the attribute of a reader that takes the contents which books of old versions have within
   * jobs: a {@code BiConsumer} of digest and content, safe for threads.
   */
  public static final String FOUND = "contents of inputs";

  /** Returns where the content of a file is to be kept. */
  public static StoredInput of(InputFile file) {
    var content = file.bytes();
    return new StoredInput(file.path(), Sha256.of(content), content.length);
  }

  /** Returns what inputs take together. */
  public static long bytes(Collection<StoredInput> inputs) {
    return inputs.stream().mapToLong(StoredInput::bytes).sum();
  }

  /** Reads an input, also one with its content from an old book. */
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
          new InputFile(path, json.path("text").asText(), json.path("base64").asBoolean(false));
      var stored = of(file);
      if (context.getAttribute(FOUND) instanceof BiConsumer<?, ?> found) {
        @SuppressWarnings("unchecked") // as its description has it
        var taker = (BiConsumer<String, byte[]>) found;
        taker.accept(stored.sha256(), file.bytes());
      }
      return stored;
    }
  }
}
