"""Settings of the whole suite."""

from hypothesis import HealthCheck, settings

# Times say more about the machine than about the code.
settings.register_profile("merels", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("merels")
