package io.metasched.metascheduler.deployment;

/**
 * Identifier of a group of actors that start and stop together.
 *
 * @param deployment id of the deployment for which the cluster was formed, 1 to 16 hexadecimal
 *     digits
 * @param name name of the group in its deployment: words of small letters and digits, separated by
 *     dashes
 */
public record GroupId(String deployment, String name) {

  @Override
  public String toString() {
    return "%s-%s".formatted(deployment, name);
  }
}
