package io.metasched.service.notice;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Hosts to which the service may send notifications. URLs are hostile input: otherwise, a user
 * could reach services that only the machine of the service reaches.
 *
 * @param entries hosts: {@code HOST}, {@code HOST:PORT} or {@code HOST:*}, where {@code *.} at the
 *     beginning stands for any names; without a port, only the usual port of the scheme is allowed
 */
public record AllowedHosts(List<String> entries) {
  /** Form of an entry. */
  public static final Pattern ENTRY =
      Pattern.compile("((\\*\\.)?[a-z0-9][a-z0-9.-]{0,252}|\\[[0-9a-f:.]+])(:([0-9]{1,5}|\\*))?");

  private static final int MOST_CHARACTERS = 2000;
  private static final String ANY = "*";
  private static final String LITERAL = "\\[.*]|[0-9.]+|localhost";

  public AllowedHosts {
    entries = List.copyOf(entries);
  }

  /** Returns the reason why a URL is refused, if it is. */
  public Optional<String> fault(String url) {
    try {
      return url.length() > MOST_CHARACTERS
          ? Optional.of("it is longer than %d characters".formatted(MOST_CHARACTERS))
          : fault(new URI(url));
    } catch (URISyntaxException e) {
      return Optional.of("it is not a URL");
    }
  }

  private Optional<String> fault(URI url) {
    if (!isHttp(url) || url.getHost() == null || !url.toString().equals(url.toASCIIString())) {
      return Optional.of("it is not an absolute http or https URL with a host");
    } else if (url.getRawUserInfo() != null || url.getRawFragment() != null) {
      return Optional.of("it has a user or a fragment");
    } else if (port(url) < 1 || port(url) > 65_535) {
      return Optional.of("its port is not from 1 to 65535");
    } else if (entries.isEmpty()) {
      return Optional.of("the service sends no notifications (notifications.allowed-hosts)");
    }
    return entries.stream().anyMatch(entry -> allows(entry, url))
        ? Optional.empty()
        : Optional.of(
            "%s:%d is not one of notifications.allowed-hosts of the service"
                .formatted(url.getHost(), port(url)));
  }

  private static boolean isHttp(URI url) {
    return "http".equalsIgnoreCase(url.getScheme()) || isEncrypted(url);
  }

  /** Returns whether a URL requires TLS. */
  public static boolean isEncrypted(URI url) {
    return "https".equalsIgnoreCase(url.getScheme());
  }

  /** Returns the port of a URL. */
  public static int port(URI url) {
    return url.getPort() >= 0 ? url.getPort() : usualPort(url);
  }

  private static int usualPort(URI url) {
    return isEncrypted(url) ? 443 : 80;
  }

  private static boolean allows(String entry, URI url) {
    int colon = entry.endsWith("]") ? -1 : entry.lastIndexOf(':');
    var port = colon < 0 ? String.valueOf(usualPort(url)) : entry.substring(colon + 1);
    var name = colon < 0 ? entry : entry.substring(0, colon);
    var host = url.getHost().toLowerCase(Locale.ROOT);
    boolean isHost = name.startsWith(ANY) ? host.endsWith(name.substring(1)) : host.equals(name);
    return isHost && (port.equals(ANY) || port.equals(String.valueOf(port(url))));
  }

  /**
   * Returns whether an address of an allowed host may be connected. Local addresses may only be
   * connected by themselves or as {@code localhost}, so that a name, whose address others may
   * change at any time, cannot lead to the machine of the service.
   *
   * @param host host of the URL
   */
  public static boolean mayConnect(String host, InetAddress address) {
    boolean isLocal = address.isLoopbackAddress() || address.isLinkLocalAddress();
    return !address.isAnyLocalAddress()
        && !address.isMulticastAddress()
        && (!isLocal || host.toLowerCase(Locale.ROOT).matches(LITERAL));
  }
}
