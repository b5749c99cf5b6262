package dev.waybill.backend.aws;

import dev.waybill.backend.aws.link.AwsConfig;
import dev.waybill.backend.aws.link.AwsKeys;
import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.BackendProvider;
import dev.waybill.spi.Key;
import dev.waybill.spi.Provisioned;
import dev.waybill.spi.StoreAddress;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Opens `aws://REGION` addresses; see [AwsKeys].
public final class AwsProvider implements BackendProvider {

  @Override
  public String name() {
    return AwsBackend.NAME;
  }

  @Override
  public Set<String> aliases() {
    return Set.of("sqs");
  }

  /// The region of the settings or of the environment.
  @Override
  public Optional<URI> standardUrl() {
    return Optional.of(URI.create("aws://" + AwsConfig.REGION_OF_SETTINGS));
  }

  @Override
  public Set<String> schemes() {
    return Set.of("aws");
  }

  @Override
  public List<Key<?>> keys() {
    return AwsKeys.ALL;
  }

  @Override
  public void check(StoreAddress address) {
    AwsConfig.of(address);
  }

  @Override
  public Backend open(StoreAddress address, Settings settings) {
    return open(AwsConfig.of(address), settings);
  }

  @Override
  public List<Provisioned> provision(StoreAddress address, boolean create) {
    return provision(AwsConfig.of(address), create);
  }

  static List<Provisioned> provision(AwsConfig config, boolean create) {
    try (AwsLink link = AwsLink.open(config)) {
      return new AwsProvisioning(link, create).run();
    }
  }

  public static Backend open(AwsConfig config, Settings settings) {
    return AwsBackend.open(config, settings);
  }
}
