package io.metasched.service.slurm;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.service.api.MemberNames;
import io.metasched.service.api.Problem;
import io.metasched.service.api.Requests;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Command as sent by a client, in base64.
 *
 * @param arguments arguments, each followed by NUL
 * @param environment variables of the client's environment, each followed by NUL
 * @param script script that is submitted
 */
public record SlurmRequest(String arguments, String environment, Optional<String> script) {
  private static final MemberNames NAMES =
      MemberNames.of(
          """
          /arguments: the arguments, in base64,
          /environment: the environment, in base64,
          /script: the script, in base64,
          """);

  /**
   * Parses a request.
   *
   * @throws Problem for an invalid body
   */
  public static ClientCall read(JsonNode body) {
    var request = request(body);
    var words = new ArrayList<String>();
    for (var word : items("arguments", request.arguments)) {
      words.add(utf8(word));
    }
    return new ClientCall(
        words,
        ClientCall.variables(items("environment", request.environment)),
        request.script.map(text -> bytes("script", text)));
  }

  private static SlurmRequest request(JsonNode body) {
    try {
      return Requests.read(body, SlurmRequest.class);
    } catch (Problem e) {
      throw new Problem(e.type(), NAMES.in(String.valueOf(e.getMessage())), e.faults());
    }
  }

  private static byte[] bytes(String member, String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw Problem.invalid("/" + member, "base64 as in RFC 4648, section 4", "another text");
    }
  }

  /** Returns the items of a list, with one character for each byte. */
  private static List<String> items(String member, String text) {
    var latin = new String(bytes(member, text), StandardCharsets.ISO_8859_1);
    var items = List.of(latin.split("\0", -1));
    return items.subList(0, items.size() - 1);
  }

  private static String utf8(String latin) {
    var bytes = ByteBuffer.wrap(latin.getBytes(StandardCharsets.ISO_8859_1));
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      throw Problem.invalid("the arguments", "texts in UTF-8", "another encoding");
    }
  }
}
