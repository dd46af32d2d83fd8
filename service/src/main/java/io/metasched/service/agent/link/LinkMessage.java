package io.metasched.service.agent.link;

/** What travels between an agent and the service, as CBOR. */
public interface LinkMessage {}
