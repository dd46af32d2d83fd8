package io.metasched.service.agent.link;

/** Message between an agent and the service, encoded as CBOR. */
public interface LinkMessage {}
