package io.metasched.lab.campaign;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.metasched.service.site.slurm.SlurmCommands;
import io.metasched.service.site.slurm.SlurmException;
import io.metasched.service.site.slurm.SlurmFailure;
import io.metasched.service.site.slurm.SlurmRefusal;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Messages between an agent and the simulated Slurm in the JVM of a campaign, as JSON. */
final class SlurmMessages {
  private static final ObjectMapper JSON = mapper();

  /**
   * Command with its arguments.
   *
   * @param command method of {@link SlurmCommands}
   */
  record Call(String command, List<JsonNode> arguments) {}

  /**
   * Result of a command.
   *
   * @param answer answer of the command; null if it has none
   * @param refusal reason of a refusal
   * @param text message of a refusal or failure
   */
  record Reply(
      @Nullable JsonNode answer, Optional<SlurmRefusal.Reason> refusal, Optional<String> text) {
    static Reply of(@Nullable JsonNode answer) {
      return new Reply(answer, Optional.empty(), Optional.empty());
    }

    static Reply of(SlurmException failed) {
      var reason =
          failed instanceof SlurmRefusal refusal
              ? Optional.of(refusal.reason())
              : Optional.<SlurmRefusal.Reason>empty();
      return new Reply(null, reason, Optional.of(String.valueOf(failed.getMessage())));
    }
  }

  private SlurmMessages() {}

  /** Returns a mapper for records, by their components alone. */
  static ObjectMapper mapper() {
    return JsonMapper.builder()
        .addModule(new Jdk8Module())
        .addModule(new JavaTimeModule())
        .visibility(PropertyAccessor.ALL, Visibility.NONE)
        .visibility(PropertyAccessor.FIELD, Visibility.ANY)
        .visibility(PropertyAccessor.CREATOR, Visibility.ANY)
        .build();
  }

  /** Returns the commands of the Slurm behind a port of loopback. */
  static SlurmCommands at(int port) {
    return (SlurmCommands)
        Proxy.newProxyInstance(
            SlurmCommands.class.getClassLoader(),
            new Class<?>[] {SlurmCommands.class},
            (proxy, method, arguments) -> ask(port, method, arguments));
  }

  private static @Nullable Object ask(int port, Method method, Object @Nullable [] arguments)
      throws SlurmException {
    var words = new ArrayList<JsonNode>();
    for (var argument : arguments == null ? new Object[0] : arguments) {
      words.add(JSON.valueToTree(argument));
    }
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      var line = JSON.writeValueAsString(new Call(method.getName(), words)) + "\n";
      socket.getOutputStream().write(line.getBytes(StandardCharsets.UTF_8));
      var reply = JSON.readValue(socket.getInputStream(), Reply.class);
      var text = reply.text().orElse("");
      if (reply.refusal().isPresent()) {
        throw new SlurmRefusal(reply.refusal().get(), text);
      } else if (reply.text().isPresent()) {
        throw new SlurmFailure(text);
      }
      var answer = reply.answer() == null ? MissingNode.getInstance() : reply.answer();
      return method.getReturnType() == void.class
          ? null
          : JSON.convertValue(answer, JSON.constructType(method.getGenericReturnType()));
    } catch (IOException e) {
      throw new SlurmFailure(String.valueOf(e.getMessage()));
    }
  }
}
