package io.metasched.service.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.metasched.service.client.ServiceException.Kind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Sign-in of a shell at an issuer, in a file that only its owner can read.
 *
 * @param service URL of the only service that receives the access token
 * @param client client id at the issuer
 * @param audience requested audience of access tokens
 * @param tokenAddress address that issues tokens
 * @param revocation address that revokes tokens
 * @param accessToken token for requests to the service
 * @param expires end of the access token
 * @param refreshToken token for further access tokens
 */
public record StoredLogin(
    String service,
    String client,
    String audience,
    String tokenAddress,
    Optional<String> revocation,
    String accessToken,
    Instant expires,
    Optional<String> refreshToken) {
  private static final ObjectMapper JSON =
      JsonMapper.builder().addModule(new Jdk8Module()).addModule(new JavaTimeModule()).build();

  /** Returns the file of the sign-in that belongs to a token file. */
  public static Path beside(Path tokenFile) {
    return tokenFile.resolveSibling(tokenFile.getFileName() + ".login");
  }

  /** Reads a file; empty if there is none. */
  public static Optional<StoredLogin> read(Path file) {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readValue(Files.readString(file), StoredLogin.class));
    } catch (JsonProcessingException e) { // whose message may contain a token
      throw new ServiceException(
          Kind.UNREACHABLE, "%s is not a sign-in: run 'metasched login' again".formatted(file));
    } catch (IOException e) {
      throw new ServiceException(Kind.UNREACHABLE, "%s cannot be read".formatted(file));
    }
  }

  /** Writes the file, which other processes see completely or not at all. */
  public void write(Path file) {
    try {
      var folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(file);
      if (!Files.isDirectory(folder)) {
        Files.createDirectories(folder, mode("rwx------"));
      }
      var next = Files.createTempFile(folder, ".login", "", mode("rw-------"));
      try {
        Files.writeString(next, JSON.writeValueAsString(this));
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(next);
      }
    } catch (IOException e) {
      throw new ServiceException(Kind.UNREACHABLE, "%s cannot be written".formatted(file));
    }
  }

  /**
   * Replaces the sign-in in a file while no other process does, because an issuer accepts a refresh
   * token only once.
   *
   * @param change function of the present content that returns the next content
   */
  static StoredLogin replace(Path file, UnaryOperator<StoredLogin> change) {
    var lock = file.resolveSibling(file.getFileName() + ".lock");
    var options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try (var channel = FileChannel.open(lock, options, mode("rw-------"));
        var held = channel.lock()) {
      var before =
          read(file)
              .orElseThrow(
                  () -> new ServiceException(Kind.REFUSED, "signed out: run 'metasched login'"));
      var after = change.apply(before);
      if (held.isValid() && !after.equals(before)) {
        after.write(file);
      }
      return after;
    } catch (IOException e) {
      throw new ServiceException(Kind.UNREACHABLE, "%s cannot be locked".formatted(lock));
    }
  }

  /** Deletes the file and its lock. */
  public static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
      Files.deleteIfExists(file.resolveSibling(file.getFileName() + ".lock"));
    } catch (IOException e) {
      throw new ServiceException(Kind.UNREACHABLE, "%s cannot be deleted".formatted(file));
    }
  }

  private static FileAttribute<?> mode(String permissions) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
  }

  @Override
  public String toString() {
    return "StoredLogin[service=%s, expires=%s]".formatted(service, expires); // without tokens
  }
}
